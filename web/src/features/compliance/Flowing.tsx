import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ClassifiedPage, Flows } from "@/api/schema";
import { Boundary, Panel } from "@/components/Panel";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { Button } from "@/components/ui/button";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { flowCounts, flowRows, origins } from "@/lib/flows";
import { formatCount, plural } from "@/lib/format";
import { FlowGraph } from "./FlowGraph";
import { FlowTable } from "./FlowTable";
import { NotKnown, Undeclared } from "./Gaps";
import type { ComplianceSearch, Subject } from "./search";

interface Props {
  readonly answer: Flows;
  readonly subject: Subject;
  readonly search: ComplianceSearch;
  readonly view: (next: Partial<ComplianceSearch>) => void;
  readonly inherited: UseQueryResult<ClassifiedPage>;
}

const VIEWS = [{ value: "graph" as const, label: "Graph" }, { value: "table" as const, label: "Table only" }];

/** The numbers, the graph, every place as a row, and beside them what is missing. */
export function Flowing({ answer, subject, search, view, inherited }: Props): ReactNode {
  const { sources } = answer;
  if (sources.length === 0) return <p className="rounded-lg border border-line bg-surface p-4">Nothing is {subject.kind === "class" ? "classified" : "tagged"} <b className="font-mono font-medium">{subject.value}</b>. Tag columns in OpenLineage’s tags facet or in the catalog.</p>;
  const counts = flowCounts(sources);
  const isIndirect = search.indirect === 1 || search.effect === "indirect";
  const rows = flowRows(sources, { effect: search.effect, indirect: isIndirect, text: search.text ?? "" });
  const shownGraph = (search.view ?? "graph") === "graph";
  return (
    <>
      <Numbers answer={answer} counts={counts} />
      {shownGraph && (
        <Panel
          title="Flow"
          note={<>{plural(counts.sources, "source column")} to {plural(counts.clear - counts.sources + counts.lowered, "column")}, direct edges{counts.indirect > 0 && <>; {counts.indirect} indirect {isIndirect ? "shown" : "hidden"} <Button variant="link" className="text-12" onClick={() => view({ indirect: isIndirect ? 0 : 1 })}>{isIndirect ? "hide" : "show"}</Button></>}</>}
          action={<ToggleGroup label="How it is shown" value="graph" choices={VIEWS} onChange={(next) => view({ view: next })} className="h-6" />}
        >
          <Boundary what="The graph"><FlowGraph sources={sources} indirect={isIndirect} /></Boundary>
        </Panel>
      )}
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(320px,26%)]">
        <FlowTable rows={rows} total={origins(sources).reduce((sum, one) => sum + one.flows.total, 0)} name={`${subject.kind}-${subject.value}`} toggle={!shownGraph && <ToggleGroup label="How it is shown" value="table" choices={VIEWS} onChange={(next) => view({ view: next })} className="h-6" />} />
        <div className="grid gap-3"><Undeclared answer={answer} inherited={inherited} inheriting={counts.inheriting} /><NotKnown answer={answer} /></div>
      </div>
    </>
  );
}

function Numbers({ answer, counts }: { answer: Flows; counts: ReturnType<typeof flowCounts> }): ReactNode {
  const systems = new Map<string, number>();
  for (const one of origins(answer.sources)) systems.set(one.column.name.split(".")[0] ?? "", (systems.get(one.column.name.split(".")[0] ?? "") ?? 0) + 1);
  const unknown = answer.unknown?.total ?? 0;
  const cells: readonly { count: number; name: string; note: string; state?: State }[] = [
    { count: counts.sources, name: "source columns", note: [...systems].map(([name, count]) => `${name} ${count}`).join(", ") },
    { count: counts.clear, name: "in the clear", note: `columns in ${plural(counts.clearDatasets, "dataset")}` },
    { count: counts.lowered, name: "masked or aggregated", note: "lowered, still linkable" },
    { count: counts.undeclared, name: "undeclared", note: `${counts.inheriting - counts.undeclared} of ${counts.inheriting} are declared`, state: counts.undeclared ? "failed" : "succeeded" },
    { count: unknown, name: "not known", note: unknown ? "fed without a word on columns" : "every edge names its columns", state: unknown ? "unknown" : "succeeded" },
    { count: counts.indirect, name: "used to decide", note: "filter, join or group by it" },
  ];
  return (
    <section aria-label="In numbers" className="grid grid-cols-6 divide-x divide-line rounded-lg border border-line bg-surface max-[1100px]:grid-cols-3">
      {cells.map(({ count, name, note, state }) => (
        <div key={name} className="min-w-0 px-3.5 py-2">
          <p className="flex items-center gap-2 whitespace-nowrap">{state && <StateGlyph state={state} label="" />}<b className="text-18 font-semibold">{formatCount(count)}</b><span className="truncate text-ink-2" title={name}>{name}</span></p>
          <p className="truncate text-12 text-ink-3" title={note}>{note}</p>
        </div>
      ))}
    </section>
  );
}
