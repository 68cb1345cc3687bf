/** What the addresses of the pages of queries and columns say. */
import { readChoice, readMoment, readText, withoutDefaults } from "@/lib/address";

export const ROLES = ["projected", "filtered", "joined", "grouped", "ordered", "windowed", "written"] as const;

export interface QueriesSearch {
  readonly dataset?: string;
  readonly column?: string;
  readonly role?: (typeof ROLES)[number];
  readonly user?: string;
  readonly q?: string;
  readonly since?: string;
  readonly kind?: "all" | "job_text";
}

export function readQueriesSearch(search: Record<string, unknown>): QueriesSearch {
  const dataset = readText(search.dataset);
  return withoutDefaults({
    dataset, user: readText(search.user), q: readText(search.q), since: readMoment(search.since), kind: readChoice(search.kind, ["all", "job_text"] as const),
    // A column and a role are those of a dataset; without one they say nothing.
    column: dataset && readText(search.column), role: dataset ? readChoice(search.role, ROLES) : undefined,
  });
}

export interface ColumnsSearch {
  readonly dataset?: string;
  readonly unused?: "1";
}

export function readColumnsSearch(search: Record<string, unknown>): ColumnsSearch {
  return withoutDefaults({ dataset: readText(search.dataset), unused: readText(search.unused) === "1" ? ("1" as const) : undefined });
}
