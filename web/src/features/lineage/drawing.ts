/** What is drawn: boxes of the right size with the rows that are open, and lines between their ports; pure. */
import type { NodeId } from "@/lib/entity";
import type { GraphNode, LineageGraph } from "@/lib/lineageGraph";
import type { Box, Line } from "@/lib/layout";

export const WIDTH = 192;
export const HEAD = 44;
export const ROW = 20;
export const ROWS_PADDING = 8;
export const FOOT = 24;
/** Of a node that is a name and a state alone. */
export const COMPACT = 28;
// More of them with all they say would have to be drawn too small to read.
const MOST_WHOLE = 24;
const MOST_ROWS = 8;

export interface Rows {
  readonly shown: readonly string[];
  readonly hidden: number;
}

/** Columns on the asked way first, then the rest of the open node. */
export function rowsOf(node: GraphNode, all: readonly string[] | undefined): Rows {
  const rest = (all ?? []).filter((column) => !node.columns.includes(column));
  const wanted = [...node.columns, ...rest];
  const most = all ? wanted.length : MOST_ROWS;
  return { shown: wanted.slice(0, most), hidden: Math.max(0, wanted.length - most) };
}

/** Whether names and states alone are drawn: of many datasets, as long as no columns are asked for. */
export function isCompactOf(graph: LineageGraph, open: readonly NodeId[]): boolean {
  const nodes = [...graph.nodes.values()];
  return nodes.length > MOST_WHOLE && open.length === 0 && nodes.every((node) => node.columns.length === 0 && node.entity.kind !== "group");
}

export function compactBoxOf(id: NodeId): Box {
  return { id, width: WIDTH, height: COMPACT, ports: { "": COMPACT / 2 } };
}

export function boxOf(id: NodeId, rows: Rows, hasFoot: boolean): Box {
  const count = rows.shown.length + (rows.hidden > 0 ? 1 : 0);
  const ports: Record<string, number> = { "": HEAD / 2 };
  rows.shown.forEach((column, index) => {
    ports[column] = HEAD + ROWS_PADDING / 2 + index * ROW + ROW / 2;
  });
  const height = HEAD + (count ? count * ROW + ROWS_PADDING : 0) + (hasFoot ? FOOT : 0);
  return { id, width: WIDTH, height, ports };
}

/** One line an edge; edges whose rows are not shown meet the heads, and those are one line. */
export function linesOf(graph: LineageGraph, rows: ReadonlyMap<NodeId, Rows>): readonly (Line & { readonly edges: readonly string[]; readonly isIndirect: boolean })[] {
  const lines = new Map<string, Line & { edges: string[]; isIndirect: boolean }>();
  for (const edge of graph.edges) {
    const port = (id: NodeId, column: string | null): string => (column !== null && rows.get(id)?.shown.includes(column) ? column : "");
    const [sourcePort, targetPort] = [port(edge.source, edge.sourceColumn), port(edge.target, edge.targetColumn)];
    const id = `${edge.source}|${sourcePort}>${edge.target}|${targetPort}`;
    const line = lines.get(id);
    if (line) {
      line.edges.push(edge.id);
      // A value that flows counts for more than one that only decides.
      line.isIndirect &&= edge.isIndirect;
    } else lines.set(id, { id, source: edge.source, target: edge.target, sourcePort, targetPort, edges: [edge.id], isIndirect: edge.isIndirect });
  }
  return [...lines.values()];
}
