import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo } from "react";
import { traceList } from "@/api/operations";
import { DataTable } from "@/components/DataTable";
import { Boundary, Empty, Failure, SkeletonRows } from "@/components/Panel";
import { ZONE } from "@/components/Time";
import { useAsOf } from "@/lib/asOf";
import { formatCount } from "@/lib/format";
import { TracesToolbar } from "./TracesToolbar";
import { type TracesSearch, isFilteredBy } from "./search";
import { TRACE_COLUMNS } from "./traceColumns";

const PAGE = 100;

/** What took the time lately, and what went wrong: every trace of the last days. */
export function TracesPage({ search }: { search: TracesSearch }): ReactNode {
  const navigate = useNavigate();
  const until = useAsOf();
  const list = useInfiniteQuery(traceList({ service: search.service, job: search.job, status: search.status, min_duration_ms: search.minMs, until, limit: PAGE }));
  const change = useCallback((next: Partial<TracesSearch>): void => void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ ...before, ...next }) as TracesSearch }), [navigate]);
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = useCallback(() => void (hasNextPage && !isFetchingNextPage && fetchNextPage()), [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const total = pages?.[0]?.total ?? 0;
  return (
    <div className="flex h-full flex-col">
      <h1 className="sr-only">Traces</h1>
      <TracesToolbar search={search} change={change} />
      {list.isError && <Failure title="Traces could not be read. Ingest is not affected." error={list.error} retry={() => void list.refetch()} />}
      <Boundary what="The list of traces">
        {!pages && !list.isError && <div role="status" aria-label="loading" className="bg-surface"><SkeletonRows rows={16} /></div>}
        {pages && rows.length === 0 && <Empty>{isFilteredBy(search) ? "No trace fits the filter." : "No traces yet. Point any OTLP/HTTP exporter at this server, and they appear some seconds later."}</Empty>}
        {rows.length > 0 && (
          <DataTable
            label="Traces" columns={TRACE_COLUMNS} rows={rows} keyOf={(row) => row.trace_id} onEnd={more}
            open={(row) => void navigate({ to: "/traces/$traceId", params: { traceId: row.trace_id } })}
            foot={<p className="px-5 py-2 text-12 text-ink-3">{formatCount(rows.length)} of {total >= 10_000 ? "10,000 or more" : formatCount(total)} shown, newest first · {ZONE}</p>}
          />
        )}
      </Boundary>
    </div>
  );
}
