/** What the addresses of the pages of pipelines and runs say. */
import { readChoice, readMoment, readText, withoutDefaults } from "@/lib/address";

export const STATES = ["failed", "late", "at_risk", "muted"] as const;
export const SORTS = ["attention", "name", "last_run", "took"] as const;
export const COUNTS = ["10", "30", "60"] as const;

export interface PipelinesSearch {
  readonly state?: (typeof STATES)[number];
  readonly parent?: string;
  readonly owner?: string;
  readonly tag?: string;
  readonly q?: string;
  readonly sort?: (typeof SORTS)[number];
  /** How many runs are drawn. */
  readonly n?: (typeof COUNTS)[number];
}

export function readPipelinesSearch(search: Record<string, unknown>): PipelinesSearch {
  const found: PipelinesSearch = {
    state: readChoice(search.state, STATES), parent: readText(search.parent), owner: readText(search.owner), tag: readText(search.tag),
    q: readText(search.q), sort: readChoice(search.sort, SORTS), n: readChoice(search.n, COUNTS),
  };
  return withoutDefaults(found, { sort: "attention", n: "30" });
}

export interface PipelineSearch {
  /** The window of the charts and of the table. */
  readonly from?: string;
}

export function readPipelineSearch(search: Record<string, unknown>): PipelineSearch {
  return withoutDefaults({ from: readMoment(search.from) });
}

export const RUN_TABS = ["events", "io", "error", "raw"] as const;

export interface RunSearch {
  readonly tab?: (typeof RUN_TABS)[number];
}

export function readRunSearch(search: Record<string, unknown>): RunSearch {
  return withoutDefaults({ tab: readChoice(search.tab, RUN_TABS) });
}
