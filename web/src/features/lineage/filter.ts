/** Which nodes a filter keeps; pure. */
import { type NodeId, ownerName } from "@/lib/entity";
import type { LineageGraph } from "@/lib/lineageGraph";
import type { NodeFacts } from "./nodeFacts";
import type { LineageSearch } from "./search";

type Filter = Pick<LineageSearch, "type" | "owner" | "tier" | "text">;

export function isFiltering({ type, owner, tier, text }: Filter): boolean {
  return [type, owner, tier, text].some((one) => one !== undefined);
}

/** The nodes that a filter leaves out; the subject always stays. */
export function filterMisses(graph: LineageGraph, facts: ReadonlyMap<NodeId, NodeFacts>, filter: Filter): ReadonlySet<NodeId> {
  if (!isFiltering(filter)) return new Set();
  const fits = (id: NodeId, name: string): boolean => {
    const known = facts.get(id);
    return (
      (!filter.type || known?.type?.toLowerCase() === filter.type.toLowerCase()) &&
      (!filter.owner || (known?.owners.map(ownerName) ?? []).includes(ownerName(filter.owner))) &&
      (!filter.tier || known?.tier === filter.tier) &&
      (!filter.text || name.toLowerCase().includes(filter.text.toLowerCase()))
    );
  };
  const misses = [...graph.nodes.values()].filter((node) => node.id !== graph.root && !fits(node.id, node.entity.name));
  return new Set(misses.map((node) => node.id));
}

/** What can be chosen, from what is there. */
export function choicesOf(graph: LineageGraph, facts: ReadonlyMap<NodeId, NodeFacts>): { types: string[]; owners: string[]; tiers: string[] } {
  const known = [...graph.nodes.keys()].map((id) => facts.get(id)).filter((one) => one !== undefined);
  const sorted = (values: (string | null)[]): string[] => [...new Set(values.filter((one): one is string => !!one))].sort();
  return { types: sorted(known.map((one) => one.type?.toLowerCase() ?? null)), owners: sorted(known.flatMap((one) => one.owners.map(ownerName))), tiers: sorted(known.map((one) => one.tier)) };
}
