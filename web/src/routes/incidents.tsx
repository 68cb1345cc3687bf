import { createRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { readIncidentSearch, readIncidentsSearch } from "@/features/incidents/search";
import { rootRoute } from "./root";

const IncidentsPage = lazy(() => import("@/features/incidents/IncidentsPage").then((module) => ({ default: module.IncidentsPage })));
const IncidentPage = lazy(() => import("@/features/incidents/IncidentPage").then((module) => ({ default: module.IncidentPage })));

export const incidentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/incidents",
  validateSearch: readIncidentsSearch,
  component: () => <IncidentsPage search={incidentsRoute.useSearch()} />,
});

export const incidentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/incidents/$id",
  validateSearch: readIncidentSearch,
  component: () => <IncidentPage id={Number(incidentRoute.useParams().id.replace(/^INC-/i, ""))} search={incidentRoute.useSearch()} />,
});
