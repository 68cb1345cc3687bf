import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ZONE } from "@/components/Time";
import { Tip } from "@/components/ui/tooltip";
import { formatClock, formatDuration, plural } from "@/lib/format";
import type { Bar, Night, NightRow } from "@/lib/nightChart";

const FILL: Record<string, string> = { COMPLETE: "var(--ok-fill)", FAIL: "var(--fail)", ABORT: "var(--fail)", RUNNING: "var(--accent)" };

/** One row a pipeline, one bar a run, on one axis of time. */
export function NightChart({ night, now }: { night: Night; now: number }): ReactNode {
  const place = (at: number): string => `${((at - night.since) / (night.until - night.since)) * 100}%`;
  return (
    <div className="grid grid-cols-[minmax(120px,210px)_1fr] py-2 pr-4 text-12">
      <div />
      <div className="relative h-6 text-11 text-ink-3" aria-hidden>
        {night.hours.map((hour) => <span key={hour} className="absolute -translate-x-1/2" style={{ left: place(hour) }}>{formatClock(new Date(hour), ZONE)}</span>)}
      </div>
      <ul className="contents">
        {night.rows.map((row) => <Row key={`${row.namespace}/${row.job}`} row={row} night={night} now={place(now)} />)}
      </ul>
      {night.hidden > 0 && <p className="col-span-2 px-3 pt-2 text-ink-3">{plural(night.hidden, "more pipeline")} ran, all of them well or earlier.</p>}
    </div>
  );
}

function Row({ row, night, now }: { row: NightRow; night: Night; now: string }): ReactNode {
  const every = 100 / (night.hours.length - 1);
  return (
    <li className="contents">
      <Link to="/lineage/$kind/$namespace/$name" params={{ kind: "job", namespace: row.namespace, name: row.job }} className={`truncate pr-3 pl-3 text-right leading-[18px] hover:underline ${row.hasFailed ? "font-semibold text-fail" : ""}`} title={`${row.namespace}/${row.job}`}>
        {row.job}
      </Link>
      <div className="relative h-[18px]" style={{ backgroundImage: "linear-gradient(to right, var(--line) 1px, transparent 1px)", backgroundSize: `${every}% 100%` }}>
        {row.bars.map((bar) => <Run key={bar.run.runId} bar={bar} />)}
        <span aria-hidden className="absolute inset-y-0 w-[1.5px] bg-accent" style={{ left: now }} />
      </div>
    </li>
  );
}

function Run({ bar: { run, from, to } }: { bar: Bar }): ReactNode {
  const took = run.ended === null ? "running" : formatDuration((run.ended - run.began) / 1000);
  const word = { COMPLETE: "succeeded", FAIL: "failed", ABORT: "aborted", RUNNING: "running" }[run.state] ?? "unknown";
  const text = `${run.job} ${word}, ${formatClock(new Date(run.began), ZONE)}, ${took}`;
  const isBad = run.state === "FAIL" || run.state === "ABORT";
  const look = { className: "absolute top-1 flex h-2.5 min-w-1 items-center rounded-xs", style: { left: `${from * 100}%`, width: `${Math.max((to - from) * 100, 0.3)}%`, background: FILL[run.state] ?? "var(--unk)" } };
  if (!isBad) return <Tip text={text}><span role="img" aria-label={text} {...look} /></Tip>;
  return (
    <Tip text={`${text}: investigate`}>
      <Link to="/time-machine" search={{ entity: `job:${run.namespace}/${run.job}`, at: new Date(run.ended ?? run.began).toISOString() }} aria-label={`Investigate ${text}`} {...look}>
        <span aria-hidden className="absolute left-full pl-1 font-semibold text-fail">×</span>
      </Link>
    </Tip>
  );
}
