import { type InfiniteData, type UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { type ReactNode, useCallback, useMemo } from "react";
import { DataTable } from "@/components/DataTable";
import { Boundary, Empty, Failure, SkeletonRows } from "@/components/Panel";
import { formatCount } from "@/lib/format";

interface Page<Row> {
  readonly items: Row[];
  readonly total: number;
}

interface Props<Row> {
  readonly label: string;
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  readonly columns: readonly ColumnDef<Row>[];
  readonly keyOf: (row: Row) => string;
  /** What could not be loaded, as a sentence. */
  readonly failed: string;
  /** Stands where nothing is, with what to do next. */
  readonly empty: ReactNode;
  readonly open?: (row: Row) => void;
  readonly selected?: string;
  readonly hidden?: Readonly<Record<string, boolean>>;
}

/** A list that comes page by page, in whatever state it is. */
export function PagedTable<Row>({ label, query, columns, keyOf, failed, empty, open, selected, hidden }: Props<Row>): ReactNode {
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = useCallback(() => void (hasNextPage && !isFetchingNextPage && fetchNextPage()), [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (query.isError && !pages) return <Failure title={failed} error={query.error} retry={() => void query.refetch()} />;
  if (!pages) return <div role="status" aria-label="loading" className="bg-surface"><SkeletonRows rows={6} /></div>;
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  const total = pages[0]?.total ?? rows.length;
  return (
    <Boundary what={label}>
      <DataTable label={label} columns={columns} rows={rows} keyOf={keyOf} onEnd={more} open={open} selected={selected} hidden={hidden} foot={<p className="px-5 py-2 text-12 text-ink-3">{formatCount(rows.length)} of {formatCount(total)}</p>} />
    </Boundary>
  );
}
