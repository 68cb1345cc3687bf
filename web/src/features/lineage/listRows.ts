/** The graph as rows, and as CSV; pure. */
import type { State } from "@/components/StateGlyph";
import { toCsv } from "@/lib/csv";
import { type NodeId, firstOwner, shortName } from "@/lib/entity";
import type { LineageGraph } from "@/lib/lineageGraph";
import { type NodeFacts, nodeState } from "./nodeFacts";

export interface ListRow {
  readonly id: NodeId;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly columns: string;
  readonly direction: "subject" | "upstream" | "downstream";
  readonly hops: number;
  readonly type: string | null;
  readonly tier: string | null;
  readonly owner: string | null;
  readonly writtenBy: string;
  readonly state: State | null;
}

/** Nearest first, upstream before downstream. */
export function listRows(graph: LineageGraph, facts: ReadonlyMap<NodeId, NodeFacts>, misses: ReadonlySet<NodeId>): readonly ListRow[] {
  const shown = [...graph.nodes.values()].filter((node) => !misses.has(node.id));
  shown.sort((a, b) => Math.abs(a.depth) - Math.abs(b.depth) || a.depth - b.depth || (a.entity.name < b.entity.name ? -1 : 1));
  return shown.map((node) => {
    const known = facts.get(node.id);
    return {
      id: node.id, kind: node.entity.kind, namespace: node.entity.namespace, name: node.entity.name, columns: node.columns.join(", "),
      direction: node.depth === 0 ? "subject" : node.depth < 0 ? "upstream" : "downstream", hops: Math.abs(node.depth),
      type: known?.type ?? null, tier: known?.tier ?? null, owner: known ? firstOwner(known.owners) : null,
      writtenBy: node.jobs.map(shortName).join(", "), state: nodeState(known, node.jobs[0] ? facts.get(node.jobs[0]) : undefined),
    };
  });
}

export function rowWord(row: ListRow): string {
  return `${row.name}, ${row.direction}, ${row.hops} hops`;
}

export function rowsAsCsv(rows: readonly ListRow[]): string {
  const head = ["namespace", "name", "columns", "direction", "hops", "type", "tier", "owner", "written_by", "state"];
  return toCsv(head, rows.map((row) => [row.namespace, row.name, row.columns, row.direction, row.hops, row.type, row.tier, row.owner, row.writtenBy, row.state]));
}
