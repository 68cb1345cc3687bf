/** What the addresses of incidents say. */
import { readChoice, readText, withoutDefaults } from "@/lib/address";

export const STATES = ["open", "acknowledged", "resolved", "muted"] as const;
export const SPANS = ["1d", "7d", "30d"] as const;

export interface IncidentsSearch {
  readonly state?: (typeof STATES)[number];
  readonly owner?: string;
  readonly tier?: string;
  readonly since?: (typeof SPANS)[number];
}

export function readIncidentsSearch(search: Record<string, unknown>): IncidentsSearch {
  return withoutDefaults<IncidentsSearch>({ state: readChoice(search.state, STATES), owner: readText(search.owner), tier: readText(search.tier), since: readChoice(search.since, SPANS) }, { state: "open" });
}

export interface IncidentSearch {
  readonly activity?: "story" | "all";
  readonly view?: "tree" | "graph";
}

export function readIncidentSearch(search: Record<string, unknown>): IncidentSearch {
  return withoutDefaults<IncidentSearch>({ activity: readChoice(search.activity, ["story", "all"] as const), view: readChoice(search.view, ["tree", "graph"] as const) }, { activity: "story", view: "tree" });
}
