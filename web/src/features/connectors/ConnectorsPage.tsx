import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ColumnDef } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { connectorList } from "@/api/admin";
import type { ConnectorSummary } from "@/api/schema";
import { PagedTable } from "@/components/PagedTable";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { formatCount } from "@/lib/format";
import { ConnectorDetail } from "./ConnectorDetail";
import type { ConnectorsSearch } from "./search";

const STATES: Record<string, State> = { running: "running", succeeded: "succeeded", failed: "failed" };

const COLUMNS: readonly ColumnDef<ConnectorSummary>[] = [
  { id: "status", header: "State", cell: ({ row: { original } }) => <span className="flex items-center gap-1.5"><StateGlyph state={STATES[original.status] ?? "unknown"} label="" />{original.status}</span> },
  { id: "name", header: "Connector", cell: ({ row: { original } }) => <Link to="/connectors" search={{ sel: original.name }} className="font-medium hover:underline">{original.name}</Link> },
  { id: "kind", header: "Reads", cell: ({ row: { original } }) => original.kind.replaceAll("_", " ") },
  { id: "source", header: "From", meta: { className: "w-full max-w-0" }, cell: ({ row: { original } }) => <span className="block truncate font-mono text-11 text-ink-2" title={original.source}>{original.source}</span> },
  { id: "run", header: "Last run", cell: ({ row: { original } }) => <Time at={original.run_at} now={new Date()} /> },
  { id: "finished", header: "Last success", meta: { className: "max-[1100px]:hidden" }, cell: ({ row: { original } }) => <Time at={original.finished_at} now={new Date()} /> },
  { id: "sent", header: "New", meta: { isNumber: true }, cell: ({ row: { original } }) => formatCount(original.sent) },
  { id: "known", header: "Known before", meta: { isNumber: true, className: "max-[1100px]:hidden" }, cell: ({ row: { original } }) => formatCount(original.duplicates) },
  { id: "refused", header: "Skipped", meta: { isNumber: true }, cell: ({ row: { original } }) => <span className={original.refused ? "text-late" : ""}>{formatCount(original.refused)}</span> },
  { id: "total", header: "New in all runs", meta: { isNumber: true }, cell: ({ row: { original } }) => formatCount(original.total_sent) },
];

// What the panel says too, where it leaves no room for it.
const HIDDEN_BESIDE_PANEL = { source: true, finished: true, known: true, total: true };

/** Is it coming in? Each source that is read, with its last run. */
export function ConnectorsPage({ search }: { search: ConnectorsSearch }): ReactNode {
  const navigate = useNavigate();
  const list = useInfiniteQuery(connectorList());
  const select = (sel: string | undefined): void => void navigate({ to: "/connectors", search: { sel }, replace: true });
  return (
    <div className="flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <h1 className="sr-only">Connectors</h1>
        <PagedTable
          label="Connectors" query={list} columns={COLUMNS} keyOf={(row) => row.name} open={(row) => select(row.name)} selected={search.sel} hidden={search.sel ? HIDDEN_BESIDE_PANEL : undefined}
          failed="Connectors could not be loaded. What they send is not affected."
          empty={<>No connector has run yet. One that reads a dbt project is started with <code className="font-mono text-12">headwater connect dbt target/</code>; <code className="font-mono text-12">headwater connect --help</code> names the others.</>}
        />
      </div>
      {search.sel && <ConnectorDetail key={search.sel} name={search.sel} close={() => select(undefined)} />}
    </div>
  );
}
