import { createRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { rootRoute } from "./root";

const TeamsPage = lazy(() => import("@/features/teams/TeamsPage").then((module) => ({ default: module.TeamsPage })));
const TeamPage = lazy(() => import("@/features/teams/TeamPage").then((module) => ({ default: module.TeamPage })));

export const teamsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/teams",
  component: () => <TeamsPage />,
});

export const teamRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/teams/$name",
  component: () => <TeamPage {...teamRoute.useParams()} />,
});
