import { createRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { readSimulatorSearch } from "@/features/simulator/search";
import { rootRoute } from "./root";

const SimulatorPage = lazy(() => import("@/features/simulator/SimulatorPage").then((module) => ({ default: module.SimulatorPage })));

export const simulatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/simulator",
  validateSearch: readSimulatorSearch,
  component: () => <SimulatorPage id={null} search={simulatorRoute.useSearch()} />,
});

export const simulationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/simulator/$id",
  validateSearch: readSimulatorSearch,
  component: () => <SimulatorPage id={Number(simulationRoute.useParams().id)} search={simulationRoute.useSearch()} />,
});
