import { createRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { readComplianceSearch } from "@/features/compliance/search";
import { rootRoute } from "./root";

const CompliancePage = lazy(() => import("@/features/compliance/CompliancePage").then((module) => ({ default: module.CompliancePage })));

export const complianceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/compliance",
  validateSearch: readComplianceSearch,
  component: () => <CompliancePage search={complianceRoute.useSearch()} />,
});
