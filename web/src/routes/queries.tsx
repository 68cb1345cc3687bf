import { createRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { readColumnsSearch, readQueriesSearch } from "@/features/queries/search";
import { rootRoute } from "./root";

const QueriesPage = lazy(() => import("@/features/queries/QueriesPage").then((module) => ({ default: module.QueriesPage })));
const QueryPage = lazy(() => import("@/features/queries/QueryPage").then((module) => ({ default: module.QueryPage })));
const ColumnsPage = lazy(() => import("@/features/queries/ColumnsPage").then((module) => ({ default: module.ColumnsPage })));

export const queriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/queries",
  validateSearch: readQueriesSearch,
  component: () => <QueriesPage search={queriesRoute.useSearch()} />,
});

export const queryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/queries/$fingerprint",
  component: () => <QueryPage {...queryRoute.useParams()} />,
});

export const columnsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/columns",
  validateSearch: readColumnsSearch,
  component: () => <ColumnsPage search={columnsRoute.useSearch()} />,
});
