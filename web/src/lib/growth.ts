/** How far a graph is drawn: so many hops each way, further where one asked for it, and how much lies beyond. Pure. */
import { type NodeId, asNodeId } from "./entity";
import type { GraphNode, LineageGraph } from "./lineageGraph";

export type Way = "up" | "down";

/** One hop further from a node, or all of them. */
export interface Growth {
  readonly way: Way;
  readonly isAll: boolean;
  readonly id: NodeId;
}

/** Hops from the subject; nothing for all of them. */
export type Hops = Readonly<Record<Way, number | undefined>>;

/** Neighbours of a node that are not drawn. */
export type Beyond = Readonly<Record<Way, number>>;

/** As an address has it: `up:dataset:a/b` for one hop, `up*:dataset:a/b` for all. */
export function writeGrowth({ way, isAll, id }: Growth): string {
  return `${way}${isAll ? "*" : ""}:${id}`;
}

export function readGrowth(texts: readonly string[] = []): readonly Growth[] {
  return texts.flatMap((text) => {
    const [, way, all, id] = /^(up|down)(\*?):(\w+:.+)$/.exec(text) ?? [];
    return way && id ? [{ way: way as Way, isAll: all === "*", id: asNodeId(id) }] : [];
  });
}

/** How deep a walk must go, so that what grew is in it and what lies beyond can be counted. */
export function depthOf(hops: number | undefined, growth: readonly Growth[], way: Way): number | undefined {
  const grown = growth.filter((one) => one.way === way);
  return hops === undefined || grown.some((one) => one.isAll) ? undefined : hops + grown.length + 1;
}

/** The part of a deeper graph that is drawn. */
export function grow(deep: LineageGraph, hops: Hops, growth: readonly Growth[]): LineageGraph {
  const [up, down] = [hops.up ?? Infinity, hops.down ?? Infinity];
  const shown = new Set([...deep.nodes.values()].filter((node) => node.depth >= -up && node.depth <= down).map((node) => node.id));
  const next = neighbours(deep);
  for (const { way, isAll, id } of growth) {
    const waiting = shown.has(id) ? [id] : [];
    for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
      for (const other of next[way].get(from) ?? []) {
        if (isAll && !shown.has(other)) waiting.push(other);
        shown.add(other);
      }
    }
  }
  const nodes = new Map([...deep.nodes].filter(([id]) => shown.has(id)));
  return { ...deep, nodes, edges: deep.edges.filter((edge) => nodes.has(edge.source) && nodes.has(edge.target)) };
}

/** What is drawn, with the jobs that write what stands at its edge: those edges begin where nothing is drawn any more. */
export function withWriters(shown: LineageGraph, deep: LineageGraph): LineageGraph {
  const nodes = new Map([...shown.nodes].map(([id, node]) => {
    const jobs = deep.nodes.get(id)?.jobs ?? [];
    return [id, jobs.length > node.jobs.length ? { ...node, jobs } : node];
  }));
  return { ...shown, nodes };
}

/** Of each node that is drawn: how many more feed it, or are fed by it. */
export function beyond(deep: LineageGraph, shown: ReadonlyMap<NodeId, GraphNode>): ReadonlyMap<NodeId, Beyond> {
  const next = neighbours(deep);
  const hidden = (id: NodeId, way: Way): number => [...(next[way].get(id) ?? [])].filter((other) => !shown.has(other)).length;
  const found = new Map<NodeId, Beyond>();
  for (const id of shown.keys()) {
    const more = { up: hidden(id, "up"), down: hidden(id, "down") };
    if (more.up || more.down) found.set(id, more);
  }
  return found;
}

function neighbours(graph: LineageGraph): Readonly<Record<Way, ReadonlyMap<NodeId, ReadonlySet<NodeId>>>> {
  const next = { up: new Map<NodeId, Set<NodeId>>(), down: new Map<NodeId, Set<NodeId>>() };
  const add = (way: Way, from: NodeId, to: NodeId): void => {
    const known = next[way].get(from);
    if (known) known.add(to);
    else next[way].set(from, new Set([to]));
  };
  for (const { source, target } of graph.edges) {
    add("down", source, target);
    add("up", target, source);
  }
  return next;
}
