/** What the address of the lineage page says; the same view always has the same address. */
import { readChoice, readCount, readList, readMoment, readText, withoutDefaults } from "@/lib/address";

export const DIRECTIONS = ["up", "both", "down"] as const;
export const LEVELS = ["dataset", "column"] as const;
export const FOLDS = ["none", "schema", "job"] as const;
export const VIEWS = ["graph", "list"] as const;

export interface LineageSearch {
  readonly column?: string;
  readonly dir?: (typeof DIRECTIONS)[number];
  /** Hops; 0 is all of them. */
  readonly up?: number;
  readonly down?: number;
  readonly level?: (typeof LEVELS)[number];
  readonly indirect?: number;
  /** The end of a path: a node id. */
  readonly to?: string;
  /** 1: only what lies on the path is drawn. */
  readonly focus?: number;
  /** What is drawn as one node. */
  readonly fold?: (typeof FOLDS)[number];
  /** Groups that are open nevertheless. */
  readonly unfold?: readonly string[];
  /** The node whose details are shown. */
  readonly sel?: string;
  readonly tab?: string;
  /** Nodes whose columns are open. */
  readonly open?: readonly string[];
  readonly type?: string;
  readonly owner?: string;
  readonly tier?: string;
  readonly text?: string;
  readonly view?: (typeof VIEWS)[number];
  /** The earlier of two moments that are compared. */
  readonly vs?: string;
}

export const MOST_HOPS = 50;
export const DEFAULTS: LineageSearch = { dir: "both", up: 1, down: 1, level: "dataset", indirect: 0, view: "graph", fold: "none", focus: 0 };

export function readLineageSearch(search: Record<string, unknown>): LineageSearch {
  return withoutDefaults(
    {
      column: readText(search.column),
      dir: readChoice(search.dir, DIRECTIONS),
      up: readCount(search.up, MOST_HOPS),
      down: readCount(search.down, MOST_HOPS),
      level: readChoice(search.level, LEVELS),
      indirect: readCount(search.indirect, 1),
      to: readText(search.to),
      focus: readCount(search.focus, 1),
      fold: readChoice(search.fold, FOLDS),
      unfold: readList(search.unfold, 200),
      sel: readText(search.sel),
      tab: readText(search.tab),
      open: readList(search.open, 50),
      type: readText(search.type),
      owner: readText(search.owner),
      tier: readText(search.tier),
      text: readText(search.text),
      view: readChoice(search.view, VIEWS),
      vs: readMoment(search.vs),
    },
    DEFAULTS,
  );
}
