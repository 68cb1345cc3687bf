/** What the addresses of the pages of traces say. */
import { readChoice, readCount, readText, withoutDefaults } from "@/lib/address";

export const STATUSES = ["error", "ok", "unset"] as const;
const LONGEST_MS = 1e12;

export interface TracesSearch {
  readonly service?: string;
  /** A job, by its name. */
  readonly job?: string;
  readonly status?: (typeof STATUSES)[number];
  /** Least duration of a span. */
  readonly minMs?: number;
}

export function readTracesSearch(search: Record<string, unknown>): TracesSearch {
  return withoutDefaults({ service: readText(search.service), job: readText(search.job), status: readChoice(search.status, STATUSES), minMs: readCount(search.minMs, LONGEST_MS) });
}

export function isFilteredBy(search: TracesSearch): boolean {
  return [search.service, search.job, search.status, search.minMs].some((one) => one !== undefined);
}

export interface TraceSearch {
  /** The span that is looked at. */
  readonly span?: string;
}

export function readTraceSearch(search: Record<string, unknown>): TraceSearch {
  return withoutDefaults({ span: readText(search.span) });
}
