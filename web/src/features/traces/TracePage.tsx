import { type InfiniteData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { trace } from "@/api/operations";
import type { TraceDetail, TracePage as ListedTraces } from "@/api/schema";
import { Answer, Boundary } from "@/components/Panel";
import { formatCount, plural } from "@/lib/format";
import { traceRows } from "@/lib/traceRows";
import { useKeys } from "@/lib/useKeys";
import { SpanPanel } from "./SpanPanel";
import { TraceHead } from "./TraceHead";
import { Waterfall, WaterfallSkeleton } from "./Waterfall";
import type { TraceSearch } from "./search";

/** Where did the time go, which run was that, and which data waited for it? */
export function TracePage({ traceId, search }: { traceId: string; search: TraceSearch }): ReactNode {
  const found = useQuery(trace(traceId));
  const counted = useCountedSpans(traceId);
  return (
    <Answer query={found} failed={counted === undefined ? "This trace could not be read." : `This trace could not be read; ${plural(counted, "span is", "spans are")} counted.`} loading={<WaterfallSkeleton />}>
      {(detail) => <Opened key={detail.trace_id} detail={detail} selected={search.span} />}
    </Answer>
  );
}

/** How many spans a list of traces has said that it has. */
function useCountedSpans(traceId: string): number | undefined {
  const lists = useQueryClient().getQueriesData<InfiniteData<ListedTraces>>({ queryKey: ["traces", "list"] });
  return lists.flatMap(([, list]) => list?.pages ?? []).flatMap((page) => page.items).find((one) => one.trace_id === traceId)?.spans;
}

function Opened({ detail, selected }: { detail: TraceDetail; selected: string | undefined }): ReactNode {
  const navigate = useNavigate();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [isPanelShut, setPanelShut] = useState(false);
  const rows = useMemo(() => traceRows(detail.spans, detail.duration_ms, folded), [detail, folded]);
  const runs = useMemo(() => new Map(detail.runs.map((run) => [run.span_id, run])), [detail]);
  const at = rows.findIndex((row) => row.span.span_id === selected);
  const select = useCallback((span: string | undefined): void => void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ ...before, span }) as TraceSearch }), [navigate]);
  const fold = useCallback((span: string, isFolded: boolean): void => setFolded((before) => {
    const next = new Set(before);
    if (isFolded) next.add(span);
    else next.delete(span);
    return next;
  }), []);
  const move = (step: number): void => select(rows[Math.min(rows.length - 1, Math.max(0, at < 0 ? 0 : at + step))]?.span.span_id);
  useKeys({
    j: () => move(1), k: () => move(-1), Escape: () => select(undefined), ".": () => setPanelShut(!isPanelShut),
    ArrowLeft: () => selected && fold(selected, true), ArrowRight: () => selected && fold(selected, false),
  });
  const span = detail.spans.find((one) => one.span_id === selected);
  return (
    <div className="flex h-full flex-col">
      <TraceHead detail={detail} />
      {detail.total > detail.spans.length && <p className="border-b border-line bg-late-bg px-5 py-1.5 text-12">The first {formatCount(detail.spans.length)} spans are shown; this trace has more.</p>}
      {selected && !span && <p role="status" className="border-b border-line bg-late-bg px-5 py-1.5 text-12">The span {selected} is not in this trace.</p>}
      <div className="flex min-h-0 flex-1">
        <Boundary what="The waterfall"><Waterfall detail={detail} rows={rows} runs={runs} selected={selected} folded={folded} fold={fold} select={select} /></Boundary>
        {span && !isPanelShut && <Boundary what="The span" key={span.span_id}><SpanPanel span={span} runs={detail.runs} close={() => select(undefined)} /></Boundary>}
      </div>
    </div>
  );
}
