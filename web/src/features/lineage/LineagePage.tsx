import { type ReactNode, useMemo } from "react";
import { Failure } from "@/components/Panel";
import { prepareLayout } from "@/lib/elkLayout";
import { isGroup } from "@/lib/fold";
import { useNarrow } from "@/lib/useNarrow";
import { DiffPanel } from "./DiffPanel";
import { FoldNote } from "./FoldNote";
import { GroupPanel } from "./GroupPanel";
import { LineageGraph } from "./LineageGraph";
import { LineageList } from "./LineageList";
import { LineageToolbar } from "./LineageToolbar";
import { SidePanel } from "./SidePanel";
import { Summary } from "./Summary";
import { TimeBar } from "./TimeBar";
import { choicesOf } from "./filter";
import { graphExports } from "./graphExports";
import { listRows } from "./listRows";
import type { LineageSearch } from "./search";
import { type LineageView, useLineageView } from "./useLineageView";

interface Props {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly search: LineageSearch;
}

const NO_CHOICES = { types: [], owners: [], tiers: [] };
prepareLayout();

/** Where it comes from and goes to: the graph, or the same as a list. */
export function LineagePage({ kind, namespace, name, search }: Props): ReactNode {
  const view = useLineageView(kind, namespace, name, search);
  const { subject, lineage, graph, facts, misses, folding, drawing, diff, unchanged, flow, change } = view;
  const rows = useMemo(() => (graph ? listRows(graph, facts, misses) : []), [graph, facts, misses]);
  const isNarrow = useNarrow();
  const isList = search.view === "list" || isNarrow;
  return (
    <div className="flex h-full flex-col">
      <h1 className="sr-only">Lineage of {name}</h1>
      <LineageToolbar subject={subject} search={search} change={change} filter={{ choices: graph ? choicesOf(graph, facts) : NO_CHOICES, misses: misses.size }} foldWay={folding?.way ?? "none"} exports={graphExports(subject, drawing, facts, rows)} />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <Summary subject={subject} lineage={lineage} graph={graph} diff={diff} unchanged={unchanged} isSame={search.same === 1} path={flow?.path ?? null} target={search.to} change={change} />
          {isNarrow && <p className="border-y border-line bg-surface px-4 py-2 text-12 text-ink-2">The graph needs a wider window. This is the same answer as a list.</p>}
          {folding && graph && !isList && <FoldNote folding={folding} reached={graph.nodes.size - 1} search={search} change={change} />}
          <div className="flex min-h-0 flex-1">
            {lineage.error ? <Failure title={`Lineage of ${name} could not be loaded.`} error={lineage.error} retry={lineage.retry} />
              : isList ? <LineageList rows={rows} hidden={misses.size} />
                : flow ? <LineageGraph {...flow} /> : <GraphSkeleton />}
          </div>
        </div>
        <Side view={view} search={search} />
      </div>
      <TimeBar search={search} change={change} />
    </div>
  );
}

/** Beside the graph: what differs, what is folded, or what is known of the chosen node. */
function Side({ view, search }: { view: LineageView; search: LineageSearch }): ReactNode {
  const { diff, subject, selected, selectedColumn, folding, flow, facts, graph, change } = view;
  if (search.vs && diff) return <DiffPanel diff={diff} a={search.vs} b={subject.asOf} close={() => change({ vs: undefined, only: undefined, same: undefined })} />;
  if (!selected) return null;
  const group = folding?.groups.get(selected);
  if (group && flow) return <GroupPanel group={group} facts={facts} open={() => flow.toggle(group.id)} close={() => flow.select(null)} pick={(id) => change({ unfold: [...(search.unfold ?? []), group.id], sel: id })} />;
  return isGroup(selected) ? null : <SidePanel id={selected} column={selectedColumn} subject={subject} search={search} graph={graph} change={change} />;
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
