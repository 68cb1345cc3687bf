import { createRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { readCatalogSearch } from "@/features/catalog/search";
import { rootRoute } from "./root";

const CatalogPage = lazy(() => import("@/features/catalog/CatalogPage").then((module) => ({ default: module.CatalogPage })));

export const catalogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/search",
  validateSearch: readCatalogSearch,
  component: () => <CatalogPage search={catalogRoute.useSearch()} />,
});
