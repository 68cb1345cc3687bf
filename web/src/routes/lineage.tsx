import { createRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { LineageStart } from "@/features/lineage/LineageStart";
import { readLineageSearch } from "@/features/lineage/search";
import { rootRoute } from "./root";

// The graph is the largest part of the app; the other pages do not wait for it.
const LineagePage = lazy(() => import("@/features/lineage/LineagePage").then((module) => ({ default: module.LineagePage })));

export const lineageStartRoute = createRoute({ getParentRoute: () => rootRoute, path: "/lineage", component: LineageStart });

export const lineageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/lineage/$kind/$namespace/$name",
  validateSearch: readLineageSearch,
  component: () => <LineagePage {...lineageRoute.useParams()} search={lineageRoute.useSearch()} />,
});
