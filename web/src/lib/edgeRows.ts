/** Edges of a walk as rows of a table: who feeds whom, who says so; pure. */
import type { WalkEdge } from "./lineageGraph";

export interface EdgeEnd {
  readonly namespace: string;
  readonly name: string;
  readonly field: string | null;
}

export interface EdgeRow {
  readonly id: string;
  readonly source: EdgeEnd;
  readonly target: EdgeEnd;
  readonly isIndirect: boolean;
  readonly origin: string;
  readonly isDeclared: boolean;
  readonly job: string;
  readonly confidence: number;
  readonly transformation: string | null;
}

const ORIGINS: Record<string, string> = { lineage_facet: "facet", column_facet: "column facet", sql: "read from SQL", declared: "people", inputs_outputs: "inputs and outputs" };

/** What `dataset:ns/name` or `column:ns/name#field` names; a namespace may hold slashes, as in `s3://bucket`. */
export function endOf(id: string): EdgeEnd {
  const isColumn = id.startsWith("column:");
  const text = id.slice(id.indexOf(":") + 1);
  const hash = isColumn ? text.lastIndexOf("#") : -1;
  const whole = hash < 0 ? text : text.slice(0, hash);
  const scheme = whole.indexOf("://");
  const slash = whole.indexOf("/", scheme < 0 ? 0 : scheme + 3);
  return { namespace: whole.slice(0, Math.max(slash, 0)), name: whole.slice(slash + 1), field: hash < 0 ? null : text.slice(hash + 1) };
}

/** Each fact once; what people declared first, then by names. */
export function edgeRows(edges: readonly WalkEdge[]): readonly EdgeRow[] {
  const rows = new Map<string, EdgeRow>();
  for (const edge of edges) {
    const id = [edge.source, edge.target, edge.kind, edge.origin, edge.job ?? ""].join(" ");
    const isDeclared = edge.origin === "declared";
    rows.set(id, { id, source: endOf(edge.source), target: endOf(edge.target), isIndirect: edge.kind === "column_indirect", origin: ORIGINS[edge.origin] ?? edge.origin, isDeclared, job: edge.job ? endOf(edge.job).name : "", confidence: edge.confidence, transformation: edge.description });
  }
  const order = (row: EdgeRow): string => `${row.isDeclared ? 0 : 1}${row.source.field ? 1 : 0}${row.source.name} ${row.target.name} ${row.target.field ?? ""}`;
  return [...rows.values()].toSorted((a, b) => order(a).localeCompare(order(b)));
}
