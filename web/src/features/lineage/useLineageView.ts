import { useCallback, useMemo } from "react";
import { useAsOf } from "@/lib/asOf";
import type { State } from "@/components/StateGlyph";
import { type GraphDiff, sideOf, touched } from "@/lib/diff";
import { type NodeId, asNodeId } from "@/lib/entity";
import { isGroup, without } from "@/lib/fold";
import { type Beyond, type Growth, type Way, depthOf, readGrowth, writeGrowth } from "@/lib/growth";
import { type GraphNode, type LineageGraph, wayBetween } from "@/lib/lineageGraph";
import { filterMisses } from "./filter";
import type { FlowInput } from "./flow";
import { type NodeFacts, nodeState } from "./nodeFacts";
import type { LineageSearch } from "./search";
import { type Subject, subjectOf } from "./subject";
import { useDiff } from "./useDiff";
import { type Drawing, useDrawing } from "./useDrawing";
import { type Folding, useFolding } from "./useFolding";
import { type Lineage, useLineage, useNodeFacts } from "./useLineage";
import { useOverlay, usePersonal } from "./useOverlay";
import { useChangeView } from "./useLineageAddress";

const NONE: readonly NodeId[] = [];
const NOTHING_BEYOND: ReadonlyMap<NodeId, Beyond> = new Map();

export interface LineageView {
  readonly subject: Subject;
  readonly lineage: Lineage;
  readonly facts: ReadonlyMap<NodeId, NodeFacts>;
  readonly diff: GraphDiff | null;
  /** How many that do not differ between two moments are not drawn. */
  readonly unchanged: number | null;
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
  const growth = useMemo(() => readGrowth(search.grow), [search.grow]);
  const lineage = useLineage(subject, growth);
  const facts = useNodeFacts(subject, reachOf(subject, growth));
  const personal = usePersonal();
  const diff = useDiff(subject, search.vs, growth, lineage.graph);
  const { graph, unchanged } = useMemo(() => comparedPart(diff, lineage.graph, facts, search), [diff, lineage.graph, facts, search]);
  const open = useMemo(() => search.open?.map(asNodeId) ?? NONE, [search.open]);
  const misses = useMemo(() => (graph ? filterMisses(graph, facts, search) : new Set<NodeId>()), [graph, facts, search]);
  const path = useMemo(() => (graph && search.to ? wayBetween(graph, graph.root, asNodeId(search.to)) : null), [graph, search.to]);
  const folding = useFolding(graph, search, misses, path);
  const drawing = useDrawing(folding?.graph ?? null, open, asOf);
  const [selected, selectedColumn] = splitSelection(search.sel);
  const acts = useActs(growth, search, open, folding);
  const column = selectedColumn ?? subject.column;
  const overlay = useOverlay(search.overlay, folding?.graph ?? null, facts, asOf);
  const flow = drawing && folding && { drawing, facts, personal, overlay, growth, groups: folding.groups, selected, column, open, misses, path, diff, beyond: folding.way === "none" && !diff ? lineage.beyond : NOTHING_BEYOND, ...acts };
  return { subject, lineage, facts, diff, unchanged, graph, folding, drawing, misses, selected, selectedColumn, flow, change: acts.change };
}

// A state that one compares two moments for.
const TELLING: readonly State[] = ["noData", "failed", "late", "atRisk"];

/** Of two moments what is asked for: both in one or one of them, without what neither differs nor is in trouble. */
function comparedPart(diff: GraphDiff | null, graph: LineageGraph | null, facts: ReadonlyMap<NodeId, NodeFacts>, { only, same }: LineageSearch): Pick<LineageView, "graph" | "unchanged"> {
  if (!diff) return { graph, unchanged: null };
  const side = only ? sideOf(diff, only) : diff.graph;
  const differing = touched(diff);
  if (same || differing.size === 0) return { graph: side, unchanged: null };
  const isTold = ({ id, jobs: [job] }: GraphNode): boolean => {
    const state = nodeState(facts.get(id), job ? facts.get(job) : undefined);
    return state !== null && TELLING.includes(state);
  };
  const left = new Set([...side.nodes.values()].filter((node) => node.id !== side.root && !differing.has(node.id) && !isTold(node)).map((node) => node.id));
  return { graph: without(side, left), unchanged: left.size };
}

/** How far one must ask to know all that is drawn. */
function reachOf(subject: Subject, growth: readonly Growth[]): Pick<Subject, "up" | "down"> {
  return growth.length ? { up: depthOf(subject.up, growth, "up"), down: depthOf(subject.down, growth, "down") } : subject;
}

/** What one does on a node; each is a change of the address. */
function useActs(growth: readonly Growth[], { unfold }: LineageSearch, open: readonly NodeId[], folding: Folding | null): Pick<FlowInput, "select" | "toggle" | "grow" | "shrink" | "foldAgain"> & Pick<LineageView, "change"> {
  const change = useChangeView();
  const groupOf = folding?.groupOf;
  const select = useCallback((id: NodeId | null, column?: string) => change({ sel: id ? (column ? `${id}#${column}` : id) : undefined }), [change]);
  const toggle = useCallback((id: NodeId) => change(isGroup(id) ? { unfold: [...(unfold ?? []), id], sel: undefined } : { open: open.includes(id) ? open.filter((one) => one !== id) : [...open, id] }), [change, open, unfold]);
  const ungrown = useCallback((id: NodeId, way?: Way) => growth.filter((one) => one.id !== id || (way !== undefined && one.way !== way)), [growth]);
  const grow = useCallback((id: NodeId, way: Way, isAll: boolean) => change({ grow: [...ungrown(id, way), { id, way, isAll }].map(writeGrowth) }), [change, ungrown]);
  const shrink = useCallback((id: NodeId, way?: Way) => change({ grow: ungrown(id, way).map(writeGrowth) }), [change, ungrown]);
  const foldAgain = useCallback((id: NodeId) => change({ unfold: unfold?.filter((one) => one !== groupOf?.get(id)), grow: ungrown(id).map(writeGrowth) }), [change, unfold, groupOf, ungrown]);
  return { change, select, toggle, grow, shrink, foldAgain };
}

/** `dataset:a/b#c` names the column `c`; a name itself may hold a `#`, but a field comes last. */
function splitSelection(selection: string | undefined): [NodeId | null, string | null] {
  if (!selection) return [null, null];
  const at = selection.lastIndexOf("#");
  return at < 0 ? [asNodeId(selection), null] : [asNodeId(selection.slice(0, at)), selection.slice(at + 1)];
}
