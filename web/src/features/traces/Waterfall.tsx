import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import type { TraceDetail, TraceRun, TraceSpan } from "@/api/schema";
import { ZONE } from "@/components/Time";
import { type TraceRow, axisTicks } from "@/lib/traceRows";
import { COLUMNS, SpanRow } from "./SpanRow";

interface Props {
  readonly detail: TraceDetail;
  readonly rows: readonly TraceRow<TraceSpan>[];
  /** By the span that each was found by. */
  readonly runs: ReadonlyMap<string, TraceRun>;
  readonly selected: string | undefined;
  readonly folded: ReadonlySet<string>;
  readonly fold: (span: string, isFolded: boolean) => void;
  readonly select: (span: string) => void;
}

const ROW_PX = 30;
const SKELETON_ROWS = 16;

/** Every span on one time axis; only what is in sight is drawn. */
export function Waterfall({ detail, rows, runs, selected, folded, fold, select }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => ROW_PX, overscan: 12, scrollPaddingStart: ROW_PX });
  const items = virtual.getVirtualItems();
  const at = rows.findIndex((row) => row.span.span_id === selected);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at);
  }, [at, virtual]);
  const ticks = useMemo(() => axisTicks(Date.parse(detail.started_at), detail.duration_ms, ZONE), [detail]);
  return (
    <div ref={box} tabIndex={0} role="region" aria-label="Waterfall" className="min-h-0 min-w-0 flex-1 overflow-auto bg-surface">
      <div className={`sticky top-0 z-10 h-[30px] bg-surface text-11 text-ink-3 shadow-[0_1px_0_var(--line)] ${COLUMNS}`}>
        <span>Run, span</span><span className="text-right">Took</span>
        <span className="relative h-full" aria-hidden>{ticks.map((tick) => <span key={tick.at} className="absolute top-1.5 -translate-x-1/2 first:translate-x-0" style={{ left: `${tick.at * 100}%` }}>{tick.text}</span>)}</span>
      </div>
      <ul aria-label="Spans" style={{ paddingTop: items[0]?.start ?? 0, paddingBottom: virtual.getTotalSize() - (items.at(-1)?.end ?? 0) }}>
        {items.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const id = row.span.span_id;
          return <SpanRow key={id} row={row} run={runs.get(id) ?? null} isSelected={id === selected} isFolded={folded.has(id)} fold={fold} select={select} />;
        })}
      </ul>
    </div>
  );
}

/** Rows with bars of fixed width, until the trace is there. */
export function WaterfallSkeleton(): ReactNode {
  return (
    <div aria-hidden className="bg-surface pt-20">
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <div key={row} className={`h-[30px] border-b border-line ${COLUMNS}`}>
          <span className="h-2.5 rounded-sm bg-band" style={{ width: `${40 + ((row * 17) % 40)}%` }} /><span className="ml-auto h-2.5 w-10 rounded-sm bg-band" />
          <span className="relative h-2.5"><span className="absolute h-2.5 rounded-sm bg-band" style={{ left: `${row * 5}%`, width: `${6 + ((row * 7) % 14)}%` }} /></span>
        </div>
      ))}
    </div>
  );
}
