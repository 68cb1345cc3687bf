/** Search results in groups, in the order in which people look for them. */
import type { SearchResult, SearchTotals } from "@/api/schema";

export interface ResultGroup {
  readonly kind: string;
  readonly title: string;
  readonly total: number;
  readonly items: readonly SearchResult[];
}

// What has a page to be opened; tags get theirs later.
const GROUPS = [
  { kind: "dataset", title: "Datasets", count: "datasets" },
  { kind: "column", title: "Columns", count: "columns" },
  { kind: "job", title: "Pipelines", count: "jobs" },
  { kind: "owner", title: "People", count: "owners" },
  { kind: "query", title: "Queries", count: "queries" },
] as const;

/** Groups in the order of their best result, so that the best of all stays first. */
export function groupResults(items: readonly SearchResult[], totals: SearchTotals | undefined): readonly ResultGroup[] {
  const groups = GROUPS.map(({ kind, title, count }) => ({
    kind, title, total: totals?.[count] ?? 0, items: items.filter((item) => item.kind === kind),
  }));
  const best = (group: ResultGroup): number => items.findIndex((item) => item.kind === group.kind);
  return groups.filter((group) => group.items.length > 0).sort((a, b) => best(a) - best(b));
}

export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A text cut where words were found; ranges count code points, not the halves that JavaScript counts. */
export function markRanges(text: string, ranges: readonly { start: number; end: number }[]): readonly TextPart[] {
  const points = [...text];
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (start < at || end <= start) continue;
    if (start > at) parts.push({ text: points.slice(at, start).join(""), isMatch: false });
    parts.push({ text: points.slice(start, end).join(""), isMatch: true });
    at = end;
  }
  if (at < points.length) parts.push({ text: points.slice(at).join(""), isMatch: false });
  return parts;
}
