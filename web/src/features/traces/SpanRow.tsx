import { Link } from "@tanstack/react-router";
import { ChartNoAxesGantt, ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { TraceRun, TraceSpan } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { StateGlyph, runState } from "@/components/StateGlyph";
import { cn } from "@/lib/classes";
import { shortName } from "@/lib/entity";
import { formatMilliseconds } from "@/lib/format";
import { type Stretch, type TraceRow, datasetParts } from "@/lib/traceRows";

export const COLUMNS = "grid grid-cols-[minmax(180px,320px)_72px_minmax(200px,1fr)] items-center gap-3 px-5";
const DEEPEST = 12;
const SHOWN = 2;
// Where the room right of a bar ends, what belongs to it stands left of it.
const TURNS = 0.72;

interface Props {
  readonly row: TraceRow<TraceSpan>;
  /** The run that was found by this span. */
  readonly run: TraceRun | null;
  readonly isSelected: boolean;
  readonly isFolded: boolean;
  readonly fold: (span: string, isFolded: boolean) => void;
  readonly select: (span: string) => void;
}

/** One span: its name left, its time right; a run's with the data that it wrote. */
export function SpanRow({ row, run, isSelected, isFolded, fold, select }: Props): ReactNode {
  const { span } = row;
  const isError = span.status === "error";
  const Chevron = isFolded ? ChevronRight : ChevronDown;
  return (
    <li aria-current={isSelected ? "true" : undefined} className={cn("h-[30px] border-b border-line text-12 hover:bg-sunken", COLUMNS, isSelected && "bg-accent-bg hover:bg-accent-bg")}>
      <span className="flex min-w-0 items-center gap-1.5" style={{ paddingLeft: Math.min(span.depth, DEEPEST) * 14 }}>
        {row.hasChildren ? <button type="button" aria-label={isFolded ? `Show what is below ${span.name}` : `Fold ${span.name}`} aria-expanded={!isFolded} onClick={() => fold(span.span_id, !isFolded)} className="shrink-0 text-ink-3 hover:text-ink"><Chevron size={14} aria-hidden /></button> : <span className="w-3.5 shrink-0" />}
        {run ? <KindGlyph kind="job" /> : <ChartNoAxesGantt size={14} strokeWidth={1.6} aria-hidden className="shrink-0 text-ink-3" />}
        <button type="button" onClick={() => select(span.span_id)} title={`${span.name}, ${span.service}`} className={cn("truncate hover:underline", run ? "font-medium" : "text-ink-2")}>{span.name}</button>
        {run ? <StateGlyph state={runState(run.state)} /> : isError && <StateGlyph state="failed" />}
      </span>
      <span className="text-right">{formatMilliseconds(span.duration_ms)}</span>
      <span className="relative h-full min-w-0 overflow-hidden">
        <Bars row={row} isError={isError} isRun={run !== null} />
        <span className="absolute top-1.5 flex max-w-[60%] gap-2 truncate text-11" style={besides(row.outlasted ?? row.bar)}>
          {run ? <Written run={run} /> : isError && <span className="truncate text-fail" title={span.status_message ?? undefined}>{span.status_message ?? "failed"}</span>}
        </span>
      </span>
    </li>
  );
}

function besides({ from, to }: Stretch): { left?: string; right?: string } {
  return to < TURNS || from < 1 - TURNS ? { left: `calc(${(to < TURNS ? to : from) * 100}% + 8px)` } : { right: `calc(${(1 - from) * 100}% + 8px)` };
}

const place = ({ from, to }: Stretch): { left: string; width: string } => ({ left: `${from * 100}%`, width: `${(to - from) * 100}%` });

/** The span light, the time that it took itself dark; what the end waited for is outlined. */
function Bars({ row, isError, isRun }: { row: TraceRow<TraceSpan>; isError: boolean; isRun: boolean }): ReactNode {
  const colour = isError ? "var(--fail)" : isRun ? "var(--ok-fill)" : "var(--edge)";
  return (
    <span aria-hidden>
      {row.outlasted && <span className="absolute top-[9px] h-1.5 border-x border-t border-ink-3" style={place(row.outlasted)} />}
      <span className={cn("absolute top-[9px] h-3 overflow-hidden rounded-xs", row.isCritical && "outline-1 outline-offset-1 outline-accent")} style={place(row.bar)}><span className="block h-full opacity-45" style={{ background: colour }} /></span>
      {row.own.map((part) => <span key={part.from} className="absolute top-[9px] h-3 rounded-xs" style={{ ...place(part), background: colour }} />)}
    </span>
  );
}

/** The datasets of a run; one that failed wrote none of them. */
function Written({ run }: { run: TraceRun }): ReactNode {
  const isFailed = run.state === "FAIL" || run.state === "ABORT";
  const asOf = run.ended_at ?? undefined;
  return (
    <>
      {run.outputs.slice(0, SHOWN).map((id) => (
        <Link key={id} to="/lineage/$kind/$namespace/$name" params={{ kind: "dataset", ...datasetParts(id) }} search={{ asOf }} title={`${id}: lineage as of then`} className={cn("truncate hover:underline", isFailed ? "text-fail" : "text-ink-2")}>{shortName(datasetParts(id).name)}{isFailed && ", no new data"}</Link>
      ))}
      {run.outputs.length > SHOWN && <span className="text-ink-3">+{run.outputs.length - SHOWN}</span>}
    </>
  );
}
