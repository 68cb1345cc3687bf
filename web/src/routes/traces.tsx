import { createRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { readTraceSearch, readTracesSearch } from "@/features/traces/search";
import { rootRoute } from "./root";

const TracesPage = lazy(() => import("@/features/traces/TracesPage").then((module) => ({ default: module.TracesPage })));
const TracePage = lazy(() => import("@/features/traces/TracePage").then((module) => ({ default: module.TracePage })));

export const tracesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/traces",
  validateSearch: readTracesSearch,
  component: () => <TracesPage search={tracesRoute.useSearch()} />,
});

export const traceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/traces/$traceId",
  validateSearch: readTraceSearch,
  component: () => <TracePage {...traceRoute.useParams()} search={traceRoute.useSearch()} />,
});
