/** Parts of a graph as one node each: the datasets of a schema, or those that jobs of one parent write. Pure. */
import { type NodeId, asNodeId, schemaOf, shortName } from "./entity";
import type { GraphEdge, GraphNode, LineageGraph, WalkEdge } from "./lineageGraph";

export interface Group {
  readonly id: NodeId;
  readonly name: string;
  /** What the members have in common, in full. */
  readonly of: string;
  readonly members: readonly GraphNode[];
}

export interface Folded {
  readonly graph: LineageGraph;
  readonly groups: ReadonlyMap<NodeId, Group>;
  /** Every group that there is, also those that are open, by the node that belongs to it. */
  readonly groupOf: ReadonlyMap<NodeId, NodeId>;
}

/** What a node belongs to; nothing for one that stands alone. */
export type Belonging = (node: GraphNode) => { readonly of: string; readonly name: string } | null;

const PREFIX = "group:";
const FEWEST = 2;
// Facts of a folded line are counted in full, and kept as far as one would read them.
const MOST_FACTS = 50;

export function isGroup(id: string): boolean {
  return id.startsWith(PREFIX);
}

export const bySchema: Belonging = ({ entity }) => {
  const schema = schemaOf(entity.name);
  return { of: `${entity.namespace}/${schema}`, name: schema || entity.namespace };
};

/** By the job that starts the job that writes it, and by that one itself where nothing is known to start it. */
export function byParentJob(parents: ReadonlyMap<NodeId, NodeId>): Belonging {
  return ({ jobs: [writer] }) => {
    if (writer === undefined) return null;
    const parent = parents.get(writer) ?? writer;
    return { of: parent.replace(/^job:/, ""), name: shortName(parent) };
  };
}

/** Upstream and downstream of the subject fold apart, so that edges still lead from left to right. */
function groupsOf(graph: LineageGraph, belonging: Belonging, kept: ReadonlySet<NodeId>): readonly Group[] {
  const drafts = new Map<NodeId, { name: string; of: string; members: GraphNode[] }>();
  for (const node of graph.nodes.values()) {
    const found = node.depth === 0 || kept.has(node.id) ? null : belonging(node);
    if (!found) continue;
    const id = asNodeId(`${PREFIX}${node.depth < 0 ? "up" : "down"}:${found.of}`);
    const draft = drafts.get(id) ?? { ...found, members: [] };
    draft.members.push(node);
    drafts.set(id, draft);
  }
  return [...drafts].filter(([, draft]) => draft.members.length >= FEWEST).map(([id, draft]) => ({ id, ...draft }));
}

/** The graph with groups in the place of their members; groups that are open show theirs. */
export function fold(graph: LineageGraph, belonging: Belonging, open: readonly string[] = [], kept: ReadonlySet<NodeId> = new Set()): Folded {
  const all = groupsOf(graph, belonging, kept);
  const groupOf = new Map(all.flatMap((group) => group.members.map((member) => [member.id, group.id] as const)));
  const groups = new Map(all.filter((group) => !open.includes(group.id)).map((group) => [group.id, group]));
  const placeOf = (id: NodeId): NodeId => {
    const group = groupOf.get(id);
    return group !== undefined && groups.has(group) ? group : id;
  };
  const nodes = new Map<NodeId, GraphNode>();
  for (const node of graph.nodes.values()) {
    const place = placeOf(node.id);
    const group = groups.get(place);
    if (!group) nodes.set(node.id, node);
    else if (!nodes.has(place)) nodes.set(place, nodeOf(group));
  }
  return { graph: { ...graph, nodes, edges: foldedEdges(graph.edges, placeOf) }, groups, groupOf };
}

function nodeOf(group: Group): GraphNode {
  const depths = group.members.map((member) => member.depth);
  const depth = depths.reduce((nearest, one) => (Math.abs(one) < Math.abs(nearest) ? one : nearest));
  return { id: group.id, entity: { kind: "group", namespace: group.of, name: group.name, field: null }, depth, columns: [], jobs: [] };
}

function foldedEdges(edges: readonly GraphEdge[], placeOf: (id: NodeId) => NodeId): readonly GraphEdge[] {
  const merged = new Map<string, GraphEdge & { facts: WalkEdge[] }>();
  for (const edge of edges) {
    const [source, target] = [placeOf(edge.source), placeOf(edge.target)];
    if (source === target) continue;
    const sourceColumn = source === edge.source ? edge.sourceColumn : null;
    const targetColumn = target === edge.target ? edge.targetColumn : null;
    const isWhole = source === edge.source && target === edge.target;
    const id = isWhole ? edge.id : `${source}#${sourceColumn ?? ""}>${target}#${targetColumn ?? ""}${edge.isIndirect ? "?" : ""}`;
    const found = merged.get(id);
    if (found) found.facts.push(...edge.facts.slice(0, Math.max(0, MOST_FACTS - found.facts.length)));
    else merged.set(id, { ...edge, id, source, target, sourceColumn, targetColumn, facts: [...edge.facts] });
  }
  return [...merged.values()];
}

/** The graph without some of its nodes; the subject always stays. */
export function without(graph: LineageGraph, left: ReadonlySet<NodeId>): LineageGraph {
  if (left.size === 0) return graph;
  const nodes = new Map([...graph.nodes].filter(([id]) => id === graph.root || !left.has(id)));
  return { ...graph, nodes, edges: graph.edges.filter((edge) => nodes.has(edge.source) && nodes.has(edge.target)) };
}
