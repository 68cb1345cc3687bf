import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ColumnDef } from "@tanstack/react-table";
import { type ReactNode, useCallback, useMemo } from "react";
import type { Team } from "@/api/schema";
import { teamList } from "@/api/teams";
import { DataTable } from "@/components/DataTable";
import { Boundary, Empty, Failure, SkeletonRows } from "@/components/Panel";
import { formatCount, plural } from "@/lib/format";

const COLUMNS: readonly ColumnDef<Team>[] = [
  { id: "name", header: "Team", cell: ({ row: { original } }) => <Link to="/teams/$name" params={original} className="font-medium hover:underline">{original.display_name}</Link> },
  { id: "what", header: "What it does", meta: { className: "w-full max-w-0" }, cell: ({ row: { original } }) => <span className="block truncate text-ink-2" title={original.description ?? ""}>{original.description}</span> },
  { id: "owners", header: "Owners", cell: ({ row: { original } }) => <span className="block max-w-52 truncate" title={original.owners.join(", ")}>{original.owners[0] ?? <span className="text-ink-3">nobody</span>}{original.owners.length > 1 && ` +${original.owners.length - 1}`}</span> },
  { id: "patterns", header: "Namespaces", meta: { className: "max-[1100px]:hidden" }, cell: ({ row: { original } }) => <Patterns of={original.patterns} /> },
  { id: "dataset_patterns", header: "Datasets", meta: { className: "max-[1279px]:hidden" }, cell: ({ row: { original } }) => <Patterns of={original.dataset_patterns} /> },
  { id: "quota", header: "Events a day", meta: { isNumber: true }, cell: ({ row: { original } }) => formatCount(original.daily_event_quota) },
];

function Patterns({ of }: { of: readonly string[] }): ReactNode {
  return <span className="block max-w-52 truncate font-mono text-11" title={of.join("\n")}>{of.join(", ")}</span>;
}

/** Every team, by name. */
export function TeamsPage(): ReactNode {
  const navigate = useNavigate();
  const list = useInfiniteQuery(teamList());
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = useCallback(() => void (hasNextPage && !isFetchingNextPage && fetchNextPage()), [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <div className="flex h-full flex-col">
      <h1 className="sr-only">Teams</h1>
      {list.isError && <Failure title="Teams could not be loaded." error={list.error} retry={() => void list.refetch()} />}
      <Boundary what="The list of teams">
        {!pages && !list.isError && <div role="status" aria-label="loading" className="bg-surface"><SkeletonRows rows={8} /></div>}
        {rows.length === 1 && <Empty>Nobody has made a team yet, so everything belongs to Default. <code>POST /api/v1/teams</code> makes one.</Empty>}
        {rows.length > 0 && (
          <DataTable
            label="Teams" columns={COLUMNS} rows={rows} keyOf={(row) => row.name} onEnd={more}
            open={({ name }) => void navigate({ to: "/teams/$name", params: { name } })}
            foot={<p className="px-5 py-2 text-12 text-ink-3">{plural(pages?.[0]?.total ?? 0, "team")}</p>}
          />
        )}
      </Boundary>
    </div>
  );
}
