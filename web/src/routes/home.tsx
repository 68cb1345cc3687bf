import { createRoute } from "@tanstack/react-router";
import { HomePage } from "@/features/home/HomePage";
import { rootRoute } from "./root";

export const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: "/", component: HomePage });
