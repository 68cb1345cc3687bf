import { useInfiniteQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { auditEntries } from "@/api/admin";
import type { AuditEntry } from "@/api/schema";
import { PagedTable } from "@/components/PagedTable";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { formatCount } from "@/lib/format";

const COLUMNS: readonly ColumnDef<AuditEntry>[] = [
  { id: "at", header: "When", cell: ({ row: { original } }) => <Time at={original.at} now={new Date()} /> },
  { id: "caller", header: "Who", cell: ({ row: { original } }) => original.caller || <span className="text-ink-3">without a key</span> },
  { id: "address", header: "From", meta: { className: "max-[1100px]:hidden" }, cell: ({ row: { original } }) => <span className="font-mono text-11 text-ink-3">{original.address}</span> },
  { id: "what", header: "What", meta: { className: "w-full max-w-0" }, cell: ({ row: { original } }) => <span className="block truncate font-mono text-11" title={original.path}>{original.method} {original.path}</span> },
  { id: "status", header: "Answer", cell: ({ row: { original } }) => <span className="flex items-center gap-1.5">{original.code && <StateGlyph state="failed" label="refused" />}{original.status}{original.code && <span className="text-ink-3">{original.code}</span>}</span> },
  { id: "calls", header: "Calls", meta: { isNumber: true }, cell: ({ row: { original } }) => formatCount(original.calls) },
];

/** Who asked, changed and was refused what. */
export function AuditTab({ isAll, showAll }: { isAll: boolean; showAll: (isAll: boolean) => void }): ReactNode {
  const list = useInfiniteQuery(auditEntries(isAll ? undefined : true));
  return (
    <>
      <div className="flex h-12 shrink-0 items-center border-b border-line bg-surface px-5"><ToggleGroup label="Entries" value={isAll ? "all" : "refused"} onChange={(which) => showAll(which === "all")} choices={[{ value: "refused", label: "Refused" }, { value: "all", label: "All" }]} /></div>
      <PagedTable label="Audit log" query={list} columns={COLUMNS} keyOf={(row) => String(row.id)} failed="The audit log could not be loaded." empty={isAll ? "Nothing is in the audit log. It is kept on a server that asks for keys." : "Nobody was refused."} />
    </>
  );
}
