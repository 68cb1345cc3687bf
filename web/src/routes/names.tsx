import { createRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { readNamesSearch } from "@/features/names/search";
import { rootRoute } from "./root";

const NamesPage = lazy(() => import("@/features/names/NamesPage").then((module) => ({ default: module.NamesPage })));

export const namesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/names",
  validateSearch: readNamesSearch,
  component: () => <NamesPage search={namesRoute.useSearch()} />,
});
