/** What lies one hop away, with the job that writes it; pure. */
import type { Walk } from "@/api/schema";
import type { State } from "@/components/StateGlyph";

export interface Neighbour {
  readonly node: Walk["nodes"][number]["node"];
  /** The id of the job that writes it, as far as edges tell. */
  readonly writer: string | null;
}

export function neighboursOf(found: Pick<Walk, "nodes" | "edges">): readonly Neighbour[] {
  const writers = new Map(found.edges.map((edge) => [edge.target, edge.job]));
  return found.nodes.filter(({ depth }) => depth === 1).map(({ node }) => ({ node, writer: writers.get(node.id) ?? null }));
}

const STATES: Readonly<Record<string, State>> = { failed: "noData", late: "late", at_risk: "atRisk", running: "running", succeeded: "succeeded" };

/** How data is whose job is in a state. */
export function dataState(job: string): State | null {
  return STATES[job] ?? null;
}
