import { createRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { readDatasetSearch } from "@/features/dataset/search";
import { rootRoute } from "./root";

const DatasetPage = lazy(() => import("@/features/dataset/DatasetPage").then((module) => ({ default: module.DatasetPage })));

export const datasetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/datasets/$namespace/$name",
  validateSearch: readDatasetSearch,
  component: () => <DatasetPage {...datasetRoute.useParams()} search={datasetRoute.useSearch()} />,
});
