import { Link } from "@tanstack/react-router";
import type { ColumnDef } from "@tanstack/react-table";
import type { Trace } from "@/api/schema";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { formatCount, formatMilliseconds, plural } from "@/lib/format";

export const TRACE_COLUMNS: readonly ColumnDef<Trace>[] = [
  { id: "name", header: "Trace", meta: { className: "w-full max-w-0" }, cell: ({ row: { original } }) => (
    <Link to="/traces/$traceId" params={{ traceId: original.trace_id }} className="block truncate font-medium hover:underline" title={original.trace_id}>{original.name ?? "its first span is not here yet"}</Link>
  ) },
  { id: "id", header: "Id", meta: { className: "max-[1300px]:hidden" }, cell: ({ row: { original } }) => <span className="font-mono text-11 text-ink-3" title={original.trace_id}>{original.trace_id.slice(0, 8)}</span> },
  { id: "service", header: "Service", cell: ({ row: { original } }) => <span className="block max-w-48 truncate text-ink-2" title={original.service ?? undefined}>{original.service ?? "not known"}</span> },
  { id: "errors", header: "Errors", cell: ({ row: { original } }) => original.errors > 0 && <span className="flex items-center gap-1.5 text-fail"><StateGlyph state="failed" label="" />{plural(original.errors, "span")} failed</span> },
  { id: "spans", header: "Spans", meta: { isNumber: true }, cell: ({ row: { original } }) => formatCount(original.spans) },
  { id: "took", header: "Took", meta: { isNumber: true }, cell: ({ row: { original } }) => formatMilliseconds(original.duration_ms) },
  { id: "began", header: "Began", cell: ({ row: { original } }) => <Time at={original.started_at} now={new Date()} /> },
];
