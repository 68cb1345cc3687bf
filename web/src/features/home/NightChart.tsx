import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ZONE } from "@/components/Time";
import { Tip } from "@/components/ui/tooltip";
import { cn } from "@/lib/classes";
import { formatClock, formatDuration, plural } from "@/lib/format";
import type { Bar, Night, NightRow } from "@/lib/nightChart";

const FILL: Record<string, string> = { COMPLETE: "var(--ok-fill)", FAIL: "var(--fail)", ABORT: "var(--fail)", RUNNING: "var(--accent)" };

/** One row a pipeline, one bar a run, on one axis of time. */
export function NightChart({ night, now, marks }: { night: Night; now: number; marks: readonly NightMark[] }): ReactNode {
  const place = (at: number): string => `${((at - night.since) / (night.until - night.since)) * 100}%`;
  return (
    <div className="grid grid-cols-[minmax(0,210px)_minmax(55%,1fr)] py-2 pr-6 text-12">
      <div />
      <div className="relative h-6 text-11 text-ink-3" aria-hidden>
        {night.hours.map((hour, index) => <span key={hour} className={cn("absolute -translate-x-1/2", index % 2 && "max-sm:hidden")} style={{ left: place(hour) }}>{formatClock(new Date(hour), ZONE)}</span>)}
      </div>
      <ul className="contents">
        {night.rows.map((row) => <Row key={`${row.namespace}/${row.job}`} row={row} night={night} ahead={place(now)} lines={[...marks.map((mark) => ({ left: place(mark.at), colour: mark.colour })), { left: place(now), colour: "var(--accent)" }]} />)}
      </ul>
      <Marks marks={[...marks, { at: now, label: `now ${formatClock(new Date(now), ZONE)}`, colour: "var(--accent)" }].filter(({ at }) => at >= night.since && at <= night.until)} place={place} />
      {night.hidden > 0 && <p className="col-span-2 px-3 pt-2 text-ink-3">{plural(night.hidden, "more pipeline")} ran, all of them well or earlier.</p>}
    </div>
  );
}

export interface NightMark {
  readonly at: number;
  readonly label: string;
  readonly colour: string;
}

/** What the vertical lines are, below them. */
function Marks({ marks, place }: { marks: readonly NightMark[]; place: (at: number) => string }): ReactNode {
  return (
    <>
      <div />
      <ul aria-label="Marks" className="relative h-5 text-11">
        {marks.map((mark, index) => <li key={`${mark.at}${mark.label}`} className={cn("absolute rounded-sm bg-surface px-1 font-medium whitespace-nowrap", index === marks.length - 1 ? "-translate-x-1" : "-translate-x-full")} style={{ left: place(mark.at), color: mark.colour }}>{mark.label}</li>)}
      </ul>
    </>
  );
}

function Row({ row, night, lines, ahead }: { row: NightRow; night: Night; lines: readonly { left: string; colour: string }[]; ahead: string }): ReactNode {
  const every = 100 / (night.hours.length - 1);
  return (
    <li className="contents">
      <Link to="/lineage/$kind/$namespace/$name" params={{ kind: "job", namespace: row.namespace, name: row.job }} className={`truncate pr-3 pl-3 text-right leading-[18px] hover:underline ${row.hasFailed ? "font-semibold text-fail" : row.bars.length === 0 ? "text-ink-3" : ""}`} title={`${row.namespace}/${row.job}`}>
        {row.job}
      </Link>
      <div className="relative h-[18px]" style={{ backgroundImage: "linear-gradient(to right, var(--line) 1px, transparent 1px)", backgroundSize: `${every}% 100%` }}>
        <span aria-hidden className="absolute inset-y-0 right-0 bg-sunken opacity-70" style={{ left: ahead }} />
        {row.bars.map((bar) => <Run key={bar.run.runId} bar={bar} />)}
        {row.due && <Due due={row.due} />}
        {lines.map(({ left, colour }) => <span key={left + colour} aria-hidden className="absolute inset-y-0 w-[1.5px]" style={{ left, background: colour }} />)}
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

/** Hollow: expected; dashed in amber where what it reads is missing. */
function Due({ due }: { due: NonNullable<NightRow["due"]> }): ReactNode {
  const text = `${due.job} expected ${formatClock(new Date(due.at), ZONE)}${due.isAtRisk ? ", input missing" : ""}`;
  return <Tip text={text}><span role="img" aria-label={text} className={cn("absolute top-1 h-2.5 w-2 rounded-xs border bg-surface", due.isAtRisk ? "border-dashed border-late" : "border-ctl")} style={{ left: `${due.from * 100}%` }} /></Tip>;
}
