import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo } from "react";
import { pipelineList } from "@/api/operations";
import type { PipelinePage } from "@/api/schema";
import { useMoment } from "@/api/useMoment";
import { useHiddenColumns } from "@/components/ColumnPicker";
import { DataTable } from "@/components/DataTable";
import { Boundary, Empty, Failure, SkeletonRows } from "@/components/Panel";
import { ZONE } from "@/components/Time";
import { formatCount, formatMoment } from "@/lib/format";
import { PipelinesToolbar } from "./PipelinesToolbar";
import { pipelineColumns } from "./pipelineColumns";
import { savePipelines } from "./savePipelines";
import type { PipelinesSearch } from "./search";

/** Every pipeline's health on one screen: which failed, which will be late, which behave oddly? */
export function PipelinesPage({ search }: { search: PipelinesSearch }): ReactNode {
  const navigate = useNavigate();
  const { asOf, now, isQuiet, isReady } = useMoment();
  const count = Number(search.n ?? 30);
  const asked = { state: search.state, search: search.q, parent: search.parent, owner: search.owner, tag: search.tag, sort: search.sort, as_of: asOf };
  const list = useInfiniteQuery({ ...pipelineList({ ...asked, runs: count }), enabled: isReady });
  const [hidden, toggle] = useHiddenColumns("pipelines");
  const change = useCallback((next: Partial<PipelinesSearch>): void => void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ ...before, ...next }) as PipelinesSearch }), [navigate]);
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const today = now.toISOString().slice(0, 10);
  const columns = useMemo(() => pipelineColumns(count, asOf ? new Date(asOf) : new Date(`${today}T12:00:00Z`)), [count, asOf, today]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = useCallback(() => void (hasNextPage && !isFetchingNextPage && fetchNextPage()), [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const save = useMutation({ mutationFn: () => savePipelines(asked) });
  const first = pages?.[0];
  return (
    <div className="flex h-full flex-col">
      <h1 className="sr-only">Pipelines</h1>
      <PipelinesToolbar search={search} change={change} totals={first?.totals} hidden={hidden} toggle={toggle} save={() => save.mutate()} isSaving={save.isPending} />
      {save.isError && <Failure title="The list could not be saved." error={save.error} retry={() => save.mutate()} />}
      {list.isError && <Failure title={first ? `Runs could not be loaded. The list is as of ${formatMoment(new Date(first.as_of), ZONE)}.` : "Runs could not be loaded."} error={list.error} retry={() => void list.refetch()} />}
      <Boundary what="The list of pipelines">
        {!first && !list.isError && <div role="status" aria-label="loading" className="bg-surface"><SkeletonRows rows={24} /></div>}
        {first && rows.length === 0 && <Empty>{nothing(first, search)}</Empty>}
        {first && rows.length > 0 && (
          <DataTable
            label="Pipelines" columns={columns} rows={rows} keyOf={(row) => row.id} hidden={hidden} onEnd={more}
            sort={search.sort ?? "attention"} onSort={(sort) => change({ sort: sort === search.sort ? undefined : (sort as PipelinesSearch["sort"]) })}
            open={({ namespace, name }) => void navigate({ to: "/pipelines/$namespace/$name", params: { namespace, name } })}
            foot={<p className="px-5 py-2 text-12 text-ink-3">{formatCount(rows.length)} of {formatCount(first.total)} shown · as of {formatMoment(new Date(first.as_of), ZONE)}{isQuiet && ", the newest event: nothing has arrived since"} · {ZONE}</p>}
          />
        )}
      </Boundary>
    </div>
  );
}

function nothing(page: PipelinePage, search: PipelinesSearch): string {
  if (page.totals.all === 0 && !search.q && !search.parent && !search.owner && !search.tag) return "Pipelines appear here after the first START event of a job.";
  const words: Record<string, string> = { failed: "No pipeline fails.", late: "No pipeline is late.", at_risk: "No pipeline is at risk.", muted: "No pipeline is muted." };
  return page.totals.all > 0 && search.state ? (words[search.state] ?? "") : "No pipeline fits the filter.";
}
