import { createRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { readMapSearch } from "@/features/map/search";
import { rootRoute } from "./root";

const MapPage = lazy(() => import("@/features/map/MapPage").then((module) => ({ default: module.MapPage })));

export const mapRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/map",
  validateSearch: readMapSearch,
  component: () => <MapPage search={mapRoute.useSearch()} />,
});
