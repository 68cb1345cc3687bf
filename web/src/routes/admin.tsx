import { createRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { readAccessSearch } from "@/features/access/search";
import { readConnectorsSearch } from "@/features/connectors/search";
import { rootRoute } from "./root";

const ConnectorsPage = lazy(() => import("@/features/connectors/ConnectorsPage").then((module) => ({ default: module.ConnectorsPage })));
const AccessPage = lazy(() => import("@/features/access/AccessPage").then((module) => ({ default: module.AccessPage })));

export const connectorsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/connectors",
  validateSearch: readConnectorsSearch,
  component: () => <ConnectorsPage search={connectorsRoute.useSearch()} />,
});

export const accessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/access",
  validateSearch: readAccessSearch,
  component: () => <AccessPage search={accessRoute.useSearch()} />,
});
