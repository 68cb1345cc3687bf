import { createRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { readPipelineSearch, readPipelinesSearch, readRunSearch } from "@/features/pipelines/search";
import { rootRoute } from "./root";

const PipelinesPage = lazy(() => import("@/features/pipelines/PipelinesPage").then((module) => ({ default: module.PipelinesPage })));
const PipelinePage = lazy(() => import("@/features/pipelines/PipelinePage").then((module) => ({ default: module.PipelinePage })));
const RunPage = lazy(() => import("@/features/pipelines/RunPage").then((module) => ({ default: module.RunPage })));

export const pipelinesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/pipelines",
  validateSearch: readPipelinesSearch,
  component: () => <PipelinesPage search={pipelinesRoute.useSearch()} />,
});

export const pipelineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/pipelines/$namespace/$name",
  validateSearch: readPipelineSearch,
  component: () => <PipelinePage {...pipelineRoute.useParams()} search={pipelineRoute.useSearch()} />,
});

export const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/runs/$runId",
  validateSearch: readRunSearch,
  component: () => <RunPage {...runRoute.useParams()} search={runRoute.useSearch()} />,
});
