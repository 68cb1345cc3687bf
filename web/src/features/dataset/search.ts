/** What the address of a dataset's page says. */
import { readChoice, readCount, withoutDefaults } from "@/lib/address";

export const TABS = ["columns", "versions", "runs", "tests", "queries", "sql", "edges", "facets"] as const;

export interface DatasetSearch {
  readonly tab?: (typeof TABS)[number];
  /** The version that is looked at, counted from the first; the newest if it is not said. */
  readonly v?: number;
}

export function readDatasetSearch(search: Record<string, unknown>): DatasetSearch {
  return withoutDefaults({ tab: readChoice(search.tab, TABS), v: readCount(search.v, 100_000) }, { tab: "columns" });
}
