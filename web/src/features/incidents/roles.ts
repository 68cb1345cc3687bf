import type { IncidentTreeRow } from "@/api/schema";
import type { State } from "@/components/StateGlyph";

/** The glyph of what a thing is to an incident. */
export const ROLE_STATES: Record<IncidentTreeRow["role"], State> = { cause: "cause", pipeline: "failed", table: "noData", test: "failed", alert: "paged", at_risk: "atRisk" };
