import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { TraceRun, TraceSpan } from "@/api/schema";
import { CopyJson, Json } from "@/components/Json";
import { KindGlyph } from "@/components/KindGlyph";
import { Empty } from "@/components/Panel";
import { StateGlyph, runState, stateWord } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { formatMilliseconds } from "@/lib/format";
import { datasetParts } from "@/lib/traceRows";

/** One span: whose it was, what it said, and which data waited for it. */
export function SpanPanel({ span, runs, close }: { span: TraceSpan; runs: readonly TraceRun[]; close: () => void }): ReactNode {
  const run = runs.find((one) => one.run_id === span.run_id);
  return (
    <aside aria-label="The selected span" className="flex min-h-0 w-[34%] max-w-[560px] min-w-80 shrink-0 flex-col border-l border-line bg-surface">
      <header className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-3">
        <h2 className="min-w-0 truncate text-13 font-semibold" title={span.name}>{span.name}</h2>
        <span className="ml-auto flex"><CopyJson value={span} /><Button variant="ghost" size="icon" aria-label="Close" onClick={close}><X /></Button></span>
      </header>
      <div className="min-h-0 flex-1 overflow-auto">
        <dl className="grid grid-cols-[96px_1fr] gap-y-1 border-b border-line px-3 py-2 text-12 [&_dd]:min-w-0 [&_dd]:break-words [&_dt]:text-ink-3">
          <dt>Run</dt><dd>{span.run_id ? <><Link to="/runs/$runId" params={{ runId: span.run_id }} className="font-mono text-11 text-accent hover:underline">{span.run_id}</Link>{run && `, ${stateWord(runState(run.state))}`}, by {span.linked_by}</> : "none is known"}</dd>
          <dt>Span</dt><dd className="font-mono text-11">{span.span_id}</dd>
          <dt>Service</dt><dd>{span.service}</dd>
          <dt>Team</dt><dd>{span.team}</dd>
          {span.job && <><dt>Job</dt><dd>{span.job}</dd></>}
          <dt>Began</dt><dd><Time at={span.started_at} /></dd>
          <dt>Took</dt><dd>{formatMilliseconds(span.duration_ms)}, {formatMilliseconds(span.own_ms)} of it by itself</dd>
          {span.status === "error" && <><dt>Error</dt><dd className="text-fail">{span.status_message ?? "it said no more"}</dd></>}
          {span.cut > 0 && <><dt>Cut</dt><dd>{span.cut} of its values were too many or too long</dd></>}
        </dl>
        {run && <Waiting run={run} />}
        <Part title="Attributes" value={span.attributes} isEmpty={Object.keys(span.attributes).length === 0} />
        {span.events.length > 0 && <Part title="Events of this span" value={span.events} isEmpty={false} />}
        {span.links.length > 0 && <Part title="Links" value={span.links} isEmpty={false} />}
      </div>
    </aside>
  );
}

function Part({ title, value, isEmpty }: { title: string; value: unknown; isEmpty: boolean }): ReactNode {
  return <section className="border-b border-line last:border-b-0"><h3 className="px-3 pt-2 text-12 font-semibold">{title}</h3>{isEmpty ? <Empty>None were sent.</Empty> : <Json value={value} />}</section>;
}

function Waiting({ run }: { run: TraceRun }): ReactNode {
  const isFailed = run.state === "FAIL" || run.state === "ABORT";
  return (
    <section className="border-b border-line pb-1.5 text-12">
      <h3 className="px-3 py-1.5 font-semibold">Data that waited for its run</h3>
      {run.outputs.length === 0 && <Empty>The run has not said what it writes.</Empty>}
      <ul>{run.outputs.map((id) => (
        <li key={id} className="flex h-6 items-center gap-2 px-3">
          {isFailed ? <StateGlyph state="noData" label="" /> : <KindGlyph kind="dataset" />}
          <Link to="/lineage/$kind/$namespace/$name" params={{ kind: "dataset", ...datasetParts(id) }} search={{ asOf: run.ended_at ?? undefined }} title={id} className="min-w-0 truncate hover:underline">{datasetParts(id).name}</Link>
          <span className="ml-auto shrink-0 text-ink-3">{isFailed ? "no new data" : run.ended_at ? <Time at={run.ended_at} on={run.ended_at} /> : "not yet"}</span>
        </li>
      ))}</ul>
    </section>
  );
}
