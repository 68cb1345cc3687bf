import { createRouter } from "@tanstack/react-router";
import { BASE } from "@/api/client";
import { parseSearch, stringifySearch } from "@/lib/address";
import { accessRoute, connectorsRoute } from "./admin";
import { catalogRoute } from "./catalog";
import { complianceRoute } from "./compliance";
import { datasetRoute } from "./dataset";
import { homeRoute } from "./home";
import { incidentRoute, incidentsRoute } from "./incidents";
import { lineageRoute, lineageStartRoute } from "./lineage";
import { eventsRoute, quarantineRoute } from "./events";
import { mapRoute } from "./map";
import { namesRoute } from "./names";
import { pipelineRoute, pipelinesRoute, runRoute } from "./pipelines";
import { columnsRoute, queriesRoute, queryRoute } from "./queries";
import { rootRoute } from "./root";
import { teamRoute, teamsRoute } from "./teams";
import { timeMachineRoute } from "./timeMachine";
import { simulationRoute, simulatorRoute } from "./simulator";
import { traceRoute, tracesRoute } from "./traces";

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    lineageStartRoute,
    lineageRoute,
    datasetRoute,
    simulatorRoute,
    simulationRoute,
    timeMachineRoute,
    catalogRoute,
    mapRoute,
    namesRoute,
    complianceRoute,
    incidentsRoute,
    incidentRoute,
    pipelinesRoute,
    pipelineRoute,
    runRoute,
    eventsRoute,
    quarantineRoute,
    queriesRoute,
    queryRoute,
    columnsRoute,
    tracesRoute,
    traceRoute,
    teamsRoute,
    teamRoute,
    connectorsRoute,
    accessRoute,
  ]),
  basepath: BASE || "/",
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
