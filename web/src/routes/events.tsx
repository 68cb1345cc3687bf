import { createRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { readEventsSearch, readQuarantineSearch } from "@/features/events/search";
import { rootRoute } from "./root";

const EventsPage = lazy(() => import("@/features/events/EventsPage").then((module) => ({ default: module.EventsPage })));
const QuarantinePage = lazy(() => import("@/features/events/QuarantinePage").then((module) => ({ default: module.QuarantinePage })));

export const eventsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/events",
  validateSearch: readEventsSearch,
  component: () => <EventsPage search={eventsRoute.useSearch()} />,
});

export const quarantineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/events/quarantine",
  validateSearch: readQuarantineSearch,
  component: () => <QuarantinePage search={quarantineRoute.useSearch()} />,
});
