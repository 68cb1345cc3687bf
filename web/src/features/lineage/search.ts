/** What the address of the lineage page says; the same view always has the same address. */
import { readChoice, readCount, readList, readMoment, readText, withoutDefaults } from "@/lib/address";

export const DIRECTIONS = ["up", "both", "down"] as const;
export const LEVELS = ["dataset", "column"] as const;
export const FOLDS = ["none", "schema", "job"] as const;
export const SIDES = ["a", "b"] as const;
export const SPANS = ["30d", "7d", "night"] as const;
export const VIEWS = ["graph", "list"] as const;

export interface LineageSearch {
  readonly column?: string;
  readonly dir?: (typeof DIRECTIONS)[number];
  /** Hops; 0 is all of them. */
  readonly up?: number;
  readonly down?: number;
  readonly level?: (typeof LEVELS)[number];
  readonly indirect?: number;
  /** Nodes from which more is drawn, as `up:dataset:a/b`. */
  readonly grow?: readonly string[];
  /** What is laid over the graph: an incident, personal data or runs. */
  readonly overlay?: string;
  /** Of two moments that are compared: what held at one of them. */
  readonly only?: (typeof SIDES)[number];
  /** 1: also what does not differ between them. */
  readonly same?: number;
  /** The days below the graph. */
  readonly span?: (typeof SPANS)[number];
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
export const DEFAULTS: LineageSearch = { dir: "both", up: 1, down: 1, level: "dataset", indirect: 0, view: "graph", fold: "none", focus: 0, same: 0 };

export function readLineageSearch(search: Record<string, unknown>): LineageSearch {
  return withoutDefaults(
    {
      column: readText(search.column),
      dir: readChoice(search.dir, DIRECTIONS),
      up: readCount(search.up, MOST_HOPS),
      down: readCount(search.down, MOST_HOPS),
      level: readChoice(search.level, LEVELS),
      indirect: readCount(search.indirect, 1),
      grow: readList(search.grow, 50),
      overlay: readOverlay(search.overlay),
      only: readChoice(search.only, SIDES),
      same: readCount(search.same, 1),
      span: readChoice(search.span, SPANS),
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

/** `incident:7`, `pii` or `runs`. */
function readOverlay(value: unknown): string | undefined {
  const text = readText(value);
  return text && /^(incident:[1-9]\d{0,9}|pii|runs)$/.test(text) ? text : undefined;
}

/** Where a path or two moments are chosen, the bar holds more than fits on a narrow screen: glyphs say what words say elsewhere. */
export function tightly({ vs, to }: LineageSearch): string {
  return vs || to ? "max-[1700px]:sr-only" : "";
}
