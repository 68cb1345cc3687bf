/** What the addresses of the pages of events say. */
import { readChoice, readMoment, readText, withoutDefaults } from "@/lib/address";

export const KINDS = ["run", "job", "dataset", "query", "signal", "assertion", "acknowledgement", "response"] as const;

export interface EventsSearch {
  readonly kind?: (typeof KINDS)[number];
  readonly producer?: string;
  /** A job, by its name. */
  readonly entity?: string;
  readonly from?: string;
  readonly to?: string;
  /** The event that is looked at. */
  readonly sel?: string;
}

export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  return withoutDefaults({
    kind: readChoice(search.kind, KINDS), producer: readText(search.producer), entity: readText(search.entity),
    from: readMoment(search.from), to: readMoment(search.to), sel: readText(search.sel),
  });
}

export interface QuarantineSearch {
  readonly reason?: string;
  readonly sel?: string;
}

export function readQuarantineSearch(search: Record<string, unknown>): QuarantineSearch {
  return withoutDefaults({ reason: readText(search.reason), sel: readText(search.sel) });
}
