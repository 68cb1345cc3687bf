/** One way from a column to a dataset, edge after edge; pure. */
import type { NodeId } from "@/lib/entity";
import { type GraphEdge, type LineageGraph, wayBetween } from "@/lib/lineageGraph";

export interface PathStep {
  readonly node: NodeId;
  readonly column: string | null;
  /** The edge that leads here; nothing at the start. */
  readonly edge: GraphEdge | null;
}

/** The shortest way: nothing where there is none. */
export function pathSteps(graph: LineageGraph, from: NodeId, column: string | null, to: NodeId): readonly PathStep[] {
  const way = wayBetween(graph, from, to);
  const edges = graph.edges.filter((edge) => way.edges.has(edge.id) && !edge.isIndirect);
  const key = (node: NodeId, field: string | null): string => `${node}#${field ?? ""}`;
  const reached = new Map<string, readonly PathStep[]>([[key(from, column), [{ node: from, column, edge: null }]]]);
  // Each turn goes one hop further, so that the first way to be found is a shortest one.
  for (let waiting = [...reached.values()]; waiting.length > 0;) {
    const next: (readonly PathStep[])[] = [];
    for (const steps of waiting) {
      const last = steps.at(-1);
      if (!last) continue;
      if (last.node === to) return steps;
      for (const edge of edges) {
        if (edge.source !== last.node || (last.column !== null && edge.sourceColumn !== null && edge.sourceColumn !== last.column)) continue;
        const at = key(edge.target, edge.targetColumn);
        if (reached.has(at)) continue;
        const further = [...steps, { node: edge.target, column: edge.targetColumn, edge }];
        reached.set(at, further);
        next.push(further);
      }
    }
    waiting = next;
  }
  return [];
}
