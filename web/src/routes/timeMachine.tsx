import { createRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { readTimeMachineSearch } from "@/features/timemachine/search";
import { rootRoute } from "./root";

const TimeMachinePage = lazy(() => import("@/features/timemachine/TimeMachinePage").then((module) => ({ default: module.TimeMachinePage })));

export const timeMachineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/time-machine",
  validateSearch: readTimeMachineSearch,
  component: () => <TimeMachinePage search={timeMachineRoute.useSearch()} />,
});
