import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo } from "react";
import { eventActivity, eventList } from "@/api/operations";
import { DataTable } from "@/components/DataTable";
import { Boundary, Empty, Failure, SkeletonRows } from "@/components/Panel";
import { ZONE } from "@/components/Time";
import { useAsOf } from "@/lib/asOf";
import { formatCount } from "@/lib/format";
import { useKeys } from "@/lib/useKeys";
import { EventDetail } from "./EventDetail";
import { EventsToolbar, isFilteredBy } from "./EventsToolbar";
import { eventColumns } from "./eventColumns";
import type { EventsSearch } from "./search";

const PAGE = 100;

/** What came in, as it came in: is anything arriving, and what does it say? */
export function EventsPage({ search }: { search: EventsSearch }): ReactNode {
  const navigate = useNavigate();
  const asOf = useAsOf();
  const until = search.to ?? asOf;
  const activity = useQuery(eventActivity({ since: search.from, until }));
  // What one looks at must not move away under the pointer.
  const isLive = search.sel === undefined && until === undefined;
  const list = useInfiniteQuery(eventList({ type: search.kind, producer: search.producer, job: search.entity, since: search.from, until, limit: PAGE }, isLive));
  const change = useCallback((next: Partial<EventsSearch>): void => void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ ...before, ...next }) as EventsSearch }), [navigate]);
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const columns = useMemo(() => eventColumns((sel) => change({ sel })), [change]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = useCallback(() => void (hasNextPage && !isFetchingNextPage && fetchNextPage()), [hasNextPage, isFetchingNextPage, fetchNextPage]);
  useKeys({ Escape: () => change({ sel: undefined }) });
  const total = pages?.[0]?.total ?? 0;
  const isFiltered = isFilteredBy(search);
  return (
    <div className="flex h-full flex-col">
      <h1 className="sr-only">Events</h1>
      <EventsToolbar search={search} change={change} activity={activity.data} />
      {list.isError && <Failure title="Events could not be read. Ingest is not affected." error={list.error} retry={() => void list.refetch()} />}
      <div className="flex min-h-0 flex-1">
        <Boundary what="The list of events">
          {!pages && !list.isError && <div role="status" aria-label="loading" className="flex-1 bg-surface"><SkeletonRows rows={20} /></div>}
          {pages && rows.length === 0 && <div className="flex-1"><Empty>{isFiltered ? "No event fits the filter." : "No events yet. Home shows how to send the first one."}</Empty></div>}
          {rows.length > 0 && (
            <DataTable
              label="Events" columns={columns} rows={rows} keyOf={(row) => row.event_id} selected={search.sel} onEnd={more} open={(row) => change({ sel: row.event_id })}
              foot={<p className="px-5 py-2 text-12 text-ink-3">{formatCount(rows.length)} of {total >= 10_000 ? "10,000 or more" : formatCount(total)} shown, newest first · {isLive ? "live" : "paused"} · {ZONE}</p>}
            />
          )}
        </Boundary>
        {search.sel && <Boundary what="The event" key={search.sel}><EventDetail id={search.sel} close={() => change({ sel: undefined })} /></Boundary>}
      </div>
    </div>
  );
}
