import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { jobParents } from "@/api/questions";
import { asNodeId, type NodeId } from "@/lib/entity";
import { type Folded, byParentJob, bySchema, fold, without } from "@/lib/fold";
import type { LineageGraph } from "@/lib/lineageGraph";
import { isFiltering } from "./filter";
import { FOLDS, type LineageSearch } from "./search";

/** Beyond this many nodes a drawing can't be read, and is slow. */
export const MOST_DRAWN = 1000;

export type FoldWay = (typeof FOLDS)[number];

export interface Folding extends Folded {
  readonly way: FoldWay;
  /** Nobody asked for it: there was too much to draw. */
  readonly isForced: boolean;
}

interface Path {
  readonly nodes: ReadonlySet<NodeId>;
}

/** What of a graph is drawn: all of it, only a path, or parts of it as groups. */
export function useFolding(graph: LineageGraph | null, search: LineageSearch, misses: ReadonlySet<NodeId>, path: Path | null): Folding | null {
  const shown = useMemo(() => graph && shownOf(graph, search, misses, path), [graph, search, misses, path]);
  const isForced = shown !== null && shown.nodes.size > MOST_DRAWN && (search.fold ?? "none") === "none";
  // Two moments are compared node by node.
  const way = isForced ? "schema" : search.vs ? "none" : (search.fold ?? "none");
  const started = useQuery({ ...jobParents(), enabled: way === "job" }).data;
  return useMemo(() => {
    if (!shown) return null;
    if (way === "none") return { graph: shown, groups: new Map(), groupOf: new Map(), way, isForced };
    const belonging = way === "schema" ? bySchema : byParentJob(started ?? new Map());
    return { ...fold(shown, belonging, search.unfold, path?.nodes), way, isForced };
  }, [shown, way, isForced, started, search.unfold, path]);
}

function shownOf(graph: LineageGraph, search: LineageSearch, misses: ReadonlySet<NodeId>, path: Path | null): LineageGraph {
  if (search.focus && path && path.nodes.has(asNodeId(search.to ?? ""))) return without(graph, new Set([...graph.nodes.keys()].filter((id) => !path.nodes.has(id))));
  // What does not fit is dimmed as long as there is room for it.
  return graph.nodes.size > MOST_DRAWN && isFiltering(search) ? without(graph, misses) : graph;
}
