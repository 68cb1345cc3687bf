/** Walks put together into one graph: datasets as nodes, their columns as rows, edges between either. */
import { type Entity, type NodeId, type NodeKind, asNodeId, idOf, ownerId } from "./entity";

export interface WalkNode {
  readonly node: { readonly id: string; readonly kind: string; readonly namespace: string; readonly name: string; readonly field: string | null };
  readonly depth: number;
}

export interface WalkEdge {
  readonly source: string;
  readonly target: string;
  readonly kind: string;
  readonly job: string | null;
  readonly origin: string;
  readonly confidence: number;
  readonly subtype: string | null;
  readonly masking: boolean | null;
  readonly description: string | null;
  readonly first_seen: string;
  readonly last_seen: string;
}

export interface Walked {
  readonly root: WalkNode["node"];
  readonly direction: "upstream" | "downstream";
  readonly nodes: readonly WalkNode[];
  readonly edges: readonly WalkEdge[];
}

export interface GraphNode {
  readonly id: NodeId;
  readonly entity: Entity;
  /** Hops from the subject: below 0 upstream, above 0 downstream. */
  readonly depth: number;
  /** Columns that the walk reached, in the order in which it did. */
  readonly columns: readonly string[];
  /** Jobs that write it, as far as edges say. */
  readonly jobs: readonly NodeId[];
}

export interface GraphEdge {
  readonly id: string;
  readonly source: NodeId;
  readonly target: NodeId;
  readonly sourceColumn: string | null;
  readonly targetColumn: string | null;
  readonly isIndirect: boolean;
  /** What is said of it, each by one job. */
  readonly facts: readonly WalkEdge[];
}

export interface LineageGraph {
  readonly root: NodeId;
  readonly rootColumn: string | null;
  readonly nodes: ReadonlyMap<NodeId, GraphNode>;
  readonly edges: readonly GraphEdge[];
}

type Draft = { entity: Entity; depth: number; columns: Set<string>; jobs: Set<NodeId> };

function entityOf(node: WalkNode["node"]): Entity {
  return { kind: node.kind as NodeKind, namespace: node.namespace, name: node.name, field: node.field };
}

/** One graph of walks from the same subject. */
export function lineageGraph(walks: readonly Walked[]): LineageGraph | null {
  const [first] = walks;
  if (!first) return null;
  const root = entityOf(first.root);
  const drafts = new Map<NodeId, Draft>();
  const known = new Map<string, Entity>();
  const add = (entity: Entity, depth: number): void => {
    known.set(idOf(entity), entity);
    const id = ownerId(entity);
    const draft = drafts.get(id) ?? { entity: withoutField(entity), depth, columns: new Set<string>(), jobs: new Set<NodeId>() };
    // What lies both ways stands where it is nearest.
    if (Math.abs(depth) < Math.abs(draft.depth)) draft.depth = depth;
    if (entity.field !== null) draft.columns.add(entity.field);
    drafts.set(id, draft);
  };
  add(root, 0);
  for (const walk of walks) {
    const sign = walk.direction === "upstream" ? -1 : 1;
    for (const { node, depth } of walk.nodes) add(entityOf(node), sign * depth);
  }
  const edges = mergedEdges(walks, known, drafts);
  const nodes = new Map<NodeId, GraphNode>();
  for (const [id, draft] of drafts) nodes.set(id, { id, entity: draft.entity, depth: draft.depth, columns: [...draft.columns], jobs: [...draft.jobs] });
  return { root: ownerId(root), rootColumn: root.field, nodes, edges };
}

function withoutField(entity: Entity): Entity {
  return entity.kind === "column" ? { ...entity, kind: "dataset", field: null } : entity;
}

/** Parallel edges are one line with several facts; an edge to what is not drawn is left out. */
function mergedEdges(walks: readonly Walked[], known: ReadonlyMap<string, Entity>, drafts: ReadonlyMap<NodeId, Draft>): readonly GraphEdge[] {
  const merged = new Map<string, { edge: GraphEdge; facts: WalkEdge[] }>();
  for (const fact of walks.flatMap((walk) => walk.edges)) {
    const source = known.get(fact.source) ?? endOf(fact.source, drafts);
    const target = known.get(fact.target) ?? endOf(fact.target, drafts);
    if (!source || !target) continue;
    const isIndirect = fact.kind === "column_indirect";
    const id = `${fact.source}>${fact.target}${isIndirect ? "?" : ""}`;
    const found = merged.get(id);
    if (found && !found.facts.some((one) => one.job === fact.job && one.origin === fact.origin)) found.facts.push(fact);
    if (!found) {
      const facts = [fact];
      merged.set(id, { facts, edge: { id, source: ownerId(source), target: ownerId(target), sourceColumn: source.field, targetColumn: target.field, isIndirect, facts } });
    }
    if (fact.job) drafts.get(ownerId(target))?.jobs.add(asNodeId(fact.job));
  }
  return [...merged.values()].map(({ edge }) => edge).filter((edge) => edge.source !== edge.target);
}

/** An end that no walk lists: the subject itself, or a column of it when the walk began at all of them. */
function endOf(id: string, drafts: ReadonlyMap<NodeId, Draft>): Entity | undefined {
  const whole = drafts.get(asNodeId(id));
  if (whole || !id.startsWith("column:")) return whole?.entity;
  const at = id.lastIndexOf("#");
  const draft = drafts.get(asNodeId(`dataset:${id.slice("column:".length, at)}`));
  const field = id.slice(at + 1);
  draft?.columns.add(field);
  return draft && { ...draft.entity, kind: "column", field };
}

/** All nodes on some way between two, and the edges of those ways; empty if there is none. */
export function onPath(graph: LineageGraph, from: NodeId, to: NodeId): { nodes: ReadonlySet<NodeId>; edges: ReadonlySet<string> } {
  const ahead = reached(graph.edges, from, (edge) => [edge.source, edge.target]);
  const behind = reached(graph.edges, to, (edge) => [edge.target, edge.source]);
  const nodes = new Set([...ahead].filter((id) => behind.has(id)));
  const edges = graph.edges.filter((edge) => nodes.has(edge.source) && nodes.has(edge.target)).map((edge) => edge.id);
  return { nodes, edges: new Set(edges) };
}

/** The same, whichever of the two lies upstream. */
export function wayBetween(graph: LineageGraph, one: NodeId, other: NodeId): ReturnType<typeof onPath> {
  const ahead = onPath(graph, one, other);
  return ahead.nodes.has(other) ? ahead : onPath(graph, other, one);
}

function reached(edges: readonly GraphEdge[], start: NodeId, ends: (edge: GraphEdge) => [NodeId, NodeId]): Set<NodeId> {
  const next = new Map<NodeId, NodeId[]>();
  for (const edge of edges) {
    const [from, to] = ends(edge);
    next.set(from, [...(next.get(from) ?? []), to]);
  }
  const found = new Set([start]);
  const waiting = [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const other of next.get(id) ?? []) {
      if (!found.has(other)) waiting.push(other);
      found.add(other);
    }
  }
  return found;
}
