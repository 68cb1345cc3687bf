import { type ReactNode, useCallback, useMemo } from "react";
import { Failure } from "@/components/Panel";
import { useAsOf } from "@/lib/asOf";
import { prepareLayout } from "@/lib/elkLayout";
import { type NodeId, asNodeId } from "@/lib/entity";
import { onPath } from "@/lib/lineageGraph";
import { DiffPanel } from "./DiffPanel";
import { LineageGraph } from "./LineageGraph";
import { LineageList } from "./LineageList";
import { LineageToolbar } from "./LineageToolbar";
import { SidePanel } from "./SidePanel";
import { Summary } from "./Summary";
import { TimeBar } from "./TimeBar";
import { choicesOf, filterMisses } from "./filter";
import { graphExports } from "./graphExports";
import { listRows } from "./listRows";
import type { LineageSearch } from "./search";
import { subjectOf } from "./subject";
import { useDiff } from "./useDiff";
import { useDrawing } from "./useDrawing";
import { useLineage, useNodeFacts } from "./useLineage";
import { useChangeView } from "./useLineageAddress";

interface Props {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly search: LineageSearch;
}

const NONE: readonly NodeId[] = [];
prepareLayout();

/** Where it comes from and goes to: the graph, or the same as a list. */
export function LineagePage({ kind, namespace, name, search }: Props): ReactNode {
  const asOf = useAsOf();
  const change = useChangeView();
  const subject = useMemo(() => subjectOf(kind, namespace, name, search, asOf), [kind, namespace, name, search, asOf]);
  const lineage = useLineage(subject);
  const facts = useNodeFacts(subject);
  const diff = useDiff(subject, search.vs, lineage.graph);
  const graph = diff?.graph ?? lineage.graph;
  const open = useMemo(() => search.open?.map(asNodeId) ?? NONE, [search.open]);
  const drawing = useDrawing(graph, open, asOf);
  const misses = useMemo(() => (graph ? filterMisses(graph, facts, search) : new Set<NodeId>()), [graph, facts, search]);
  const path = useMemo(() => (graph && search.to ? onPath(graph, graph.root, asNodeId(search.to)) : null), [graph, search.to]);
  const select = useCallback((id: NodeId | null, column?: string) => change({ sel: id ? (column ? `${id}#${column}` : id) : undefined }), [change]);
  const toggle = useCallback((id: NodeId) => change({ open: open.includes(id) ? open.filter((one) => one !== id) : [...open, id] }), [change, open]);
  const grow = useCallback((way: "up" | "down") => change({ [way]: (subject[way] ?? 0) + 1 }), [change, subject]);
  const [selected, selectedColumn] = splitSelection(search.sel);
  const rows = useMemo(() => (graph ? listRows(graph, facts, misses) : []), [graph, facts, misses]);
  const more = {
    up: lineage.walks.some((walk) => walk.direction === "upstream" && walk.truncated_by_depth),
    down: lineage.walks.some((walk) => walk.direction === "downstream" && walk.truncated_by_depth),
  };
  const flow = drawing && { drawing, facts, selected, column: selectedColumn ?? subject.column, open, misses, path, diff, more, select, toggle, grow };
  return (
    <div className="flex h-full flex-col">
      <h1 className="sr-only">Lineage of {name}</h1>
      <LineageToolbar subject={subject} search={search} change={change} filter={{ choices: graph ? choicesOf(graph, facts) : { types: [], owners: [], tiers: [] }, misses: misses.size }} exports={graphExports(subject, drawing, facts, rows)} />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <Summary subject={subject} lineage={lineage} graph={graph} diff={diff} change={change} />
          <div className="flex min-h-0 flex-1">
            {lineage.error ? <Failure title={`Lineage of ${name} could not be loaded.`} error={lineage.error} retry={lineage.retry} />
              : search.view === "list" ? <LineageList rows={rows} hidden={misses.size} />
                : flow ? <LineageGraph {...flow} /> : <GraphSkeleton />}
          </div>
        </div>
        {search.vs && diff ? <DiffPanel diff={diff} earlier={search.vs} later={asOf} close={() => change({ vs: undefined })} />
          : selected && <SidePanel id={selected} column={selectedColumn} subject={subject} search={search} change={change} />}
      </div>
      <TimeBar search={search} change={change} />
    </div>
  );
}

/** `dataset:a/b#c` names the column `c`; a name itself may hold a `#`, but a field comes last. */
function splitSelection(selection: string | undefined): [NodeId | null, string | null] {
  if (!selection) return [null, null];
  const at = selection.lastIndexOf("#");
  return at < 0 ? [asNodeId(selection), null] : [asNodeId(selection.slice(0, at)), selection.slice(at + 1)];
}

function GraphSkeleton(): ReactNode {
  return (
    <div role="status" aria-label="loading" className="flex flex-1 items-center gap-24 p-12">
      {[2, 1, 3].map((count, rank) => (
        <div key={rank} className="grid gap-7">{Array.from({ length: count }, (_, index) => <div key={index} className="h-17 w-50 rounded-md border border-line bg-surface" />)}</div>
      ))}
    </div>
  );
}
