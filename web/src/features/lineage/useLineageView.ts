import { useCallback, useMemo } from "react";
import { useAsOf } from "@/lib/asOf";
import type { GraphDiff } from "@/lib/diff";
import { type NodeId, asNodeId } from "@/lib/entity";
import { isGroup } from "@/lib/fold";
import { type LineageGraph, wayBetween } from "@/lib/lineageGraph";
import { filterMisses } from "./filter";
import type { FlowInput } from "./flow";
import type { NodeFacts } from "./nodeFacts";
import type { LineageSearch } from "./search";
import { type Subject, subjectOf } from "./subject";
import { useDiff } from "./useDiff";
import { type Drawing, useDrawing } from "./useDrawing";
import { type Folding, useFolding } from "./useFolding";
import { type Lineage, useLineage, useNodeFacts } from "./useLineage";
import { useChangeView } from "./useLineageAddress";

const NONE: readonly NodeId[] = [];

export interface LineageView {
  readonly subject: Subject;
  readonly lineage: Lineage;
  readonly facts: ReadonlyMap<NodeId, NodeFacts>;
  readonly diff: GraphDiff | null;
  /** All that was reached, before anything is folded. */
  readonly graph: LineageGraph | null;
  readonly folding: Folding | null;
  readonly drawing: Drawing | null;
  readonly misses: ReadonlySet<NodeId>;
  readonly selected: NodeId | null;
  readonly selectedColumn: string | null;
  /** What the drawing is made from; nothing until there is one. */
  readonly flow: FlowInput | null;
  readonly change: (change: Partial<LineageSearch>) => void;
}

/** What the address asks for, answered, filtered, folded and laid out. */
export function useLineageView(kind: string, namespace: string, name: string, search: LineageSearch): LineageView {
  const asOf = useAsOf();
  const subject = useMemo(() => subjectOf(kind, namespace, name, search, asOf), [kind, namespace, name, search, asOf]);
  const lineage = useLineage(subject);
  const facts = useNodeFacts(subject);
  const diff = useDiff(subject, search.vs, lineage.graph);
  const graph = diff?.graph ?? lineage.graph;
  const open = useMemo(() => search.open?.map(asNodeId) ?? NONE, [search.open]);
  const misses = useMemo(() => (graph ? filterMisses(graph, facts, search) : new Set<NodeId>()), [graph, facts, search]);
  const path = useMemo(() => (graph && search.to ? wayBetween(graph, graph.root, asNodeId(search.to)) : null), [graph, search.to]);
  const folding = useFolding(graph, search, misses, path);
  const drawing = useDrawing(folding?.graph ?? null, open, asOf);
  const [selected, selectedColumn] = splitSelection(search.sel);
  const acts = useActs(subject, search, open, folding);
  const column = selectedColumn ?? subject.column;
  const flow = drawing && folding && { drawing, facts, groups: folding.groups, selected, column, open, misses, path, diff, more: moreOf(lineage), ...acts };
  return { subject, lineage, facts, diff, graph, folding, drawing, misses, selected, selectedColumn, flow, change: acts.change };
}

/** Where there is more than was asked for. */
function moreOf({ walks }: Lineage): FlowInput["more"] {
  const isCut = (direction: string): boolean => walks.some((walk) => walk.direction === direction && walk.truncated_by_depth);
  return { up: isCut("upstream"), down: isCut("downstream") };
}

/** What one does on a node; each is a change of the address. */
function useActs(subject: Subject, { unfold }: LineageSearch, open: readonly NodeId[], folding: Folding | null): Pick<FlowInput, "select" | "toggle" | "grow" | "foldAgain"> & Pick<LineageView, "change"> {
  const change = useChangeView();
  const groupOf = folding?.groupOf;
  const select = useCallback((id: NodeId | null, column?: string) => change({ sel: id ? (column ? `${id}#${column}` : id) : undefined }), [change]);
  const toggle = useCallback((id: NodeId) => change(isGroup(id) ? { unfold: [...(unfold ?? []), id], sel: undefined } : { open: open.includes(id) ? open.filter((one) => one !== id) : [...open, id] }), [change, open, unfold]);
  const grow = useCallback((way: "up" | "down") => change({ [way]: (subject[way] ?? 0) + 1 }), [change, subject]);
  const foldAgain = useCallback((id: NodeId) => change({ unfold: unfold?.filter((one) => one !== groupOf?.get(id)) }), [change, unfold, groupOf]);
  return { change, select, toggle, grow, foldAgain };
}

/** `dataset:a/b#c` names the column `c`; a name itself may hold a `#`, but a field comes last. */
function splitSelection(selection: string | undefined): [NodeId | null, string | null] {
  if (!selection) return [null, null];
  const at = selection.lastIndexOf("#");
  return at < 0 ? [asNodeId(selection), null] : [asNodeId(selection.slice(0, at)), selection.slice(at + 1)];
}
