import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo } from "react";
import { queryList } from "@/api/operations";
import { DataTable } from "@/components/DataTable";
import { Boundary, Empty, Failure, SkeletonRows } from "@/components/Panel";
import { formatCount } from "@/lib/format";
import { QueriesToolbar, isFilteredBy } from "./QueriesToolbar";
import { QUERY_COLUMNS } from "./queryColumns";
import type { QueriesSearch } from "./search";

/** What people and jobs ask the data, most used first. */
export function QueriesPage({ search }: { search: QueriesSearch }): ReactNode {
  const navigate = useNavigate();
  const list = useInfiniteQuery(queryList({ dataset: search.dataset, column: search.column, role: search.role, user: search.user, text: search.q, since: search.since, kind: search.kind, limit: 100 }));
  const change = useCallback((next: Partial<QueriesSearch>): void => void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ ...before, ...next }) as QueriesSearch }), [navigate]);
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = useCallback(() => void (hasNextPage && !isFetchingNextPage && fetchNextPage()), [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const isFiltered = isFilteredBy(search);
  return (
    <div className="flex h-full flex-col">
      <h1 className="sr-only">Queries</h1>
      <QueriesToolbar search={search} change={change} />
      {list.isError && <Failure title="The reference index could not be read." error={list.error} retry={() => void list.refetch()} />}
      <Boundary what="The list of queries">
        {!pages && !list.isError && <div role="status" aria-label="loading" className="bg-surface"><SkeletonRows rows={12} /></div>}
        {pages && rows.length === 0 && <Empty>{isFiltered ? "No query fits the filter." : "No query has been seen. Query logs and the SQL of jobs bring them."}</Empty>}
        {rows.length > 0 && (
          <DataTable
            label="Queries" columns={QUERY_COLUMNS} rows={rows} keyOf={(row) => row.fingerprint} onEnd={more}
            open={({ fingerprint }) => void navigate({ to: "/queries/$fingerprint", params: { fingerprint } })}
            foot={<p className="px-5 py-2 text-12 text-ink-3">{formatCount(rows.length)} of {formatCount(pages?.[0]?.total ?? 0)} shown, most used first</p>}
          />
        )}
      </Boundary>
    </div>
  );
}
