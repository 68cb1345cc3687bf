import type { LikelyAlias } from "@/api/schema";

interface Joined {
  /** Datasets that are named in the pairs. */
  readonly datasets: number;
  /** How many are left of them. */
  readonly places: number;
  readonly columns: number;
  readonly edges: number;
}

export function keyOf(pair: LikelyAlias): string {
  return `${pair.dataset.id} ${pair.alias.id}`;
}

/** What joining these pairs makes of them: pairs that share a name become one place together. */
export function joinedBy(pairs: readonly LikelyAlias[]): Joined {
  const place = new Map<string, string>();
  const edges = new Map<string, number>();
  const find = (id: string): string => {
    const above = place.get(id) ?? id;
    return above === id ? id : find(above);
  };
  for (const { dataset, alias, dataset_edges, alias_edges } of pairs) {
    edges.set(dataset.id, dataset_edges).set(alias.id, alias_edges);
    place.set(find(alias.id), find(dataset.id));
  }
  return {
    datasets: edges.size,
    places: new Set([...edges.keys()].map(find)).size,
    columns: pairs.reduce((sum, pair) => sum + pair.shared_columns, 0),
    edges: [...edges.values()].reduce((sum, count) => sum + count, 0),
  };
}
