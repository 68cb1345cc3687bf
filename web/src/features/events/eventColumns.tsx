import type { ColumnDef } from "@tanstack/react-table";
import type { StoredEvent } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { StateGlyph, runState } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { formatBytes, shortProducer } from "@/lib/eventWords";

const STATES: Record<string, string> = { START: "RUNNING" };

/** What an event without a job is about. */
function subject(row: StoredEvent): string {
  const body = row.event as { dataset?: { namespace?: unknown; name?: unknown }; entity?: unknown } | null;
  const name = body?.dataset?.name ?? body?.entity;
  return row.job ?? (typeof name === "string" ? name : "");
}

export function eventColumns(select: (id: string) => void): readonly ColumnDef<StoredEvent>[] {
  return [
    {
      id: "time", header: "Time",
      cell: ({ row: { original } }) => <button type="button" onClick={() => select(original.event_id)} className="hover:underline"><Time at={original.event_time} now={new Date()} /></button>,
    },
    { id: "kind", header: "Kind", cell: ({ row: { original } }) => <span className="flex items-center gap-1.5">{original.state ? <StateGlyph state={runState(STATES[original.state] ?? original.state)} label="" /> : <KindGlyph kind={original.kind === "run" ? "job" : original.kind} />}{original.state ?? original.kind}</span> },
    { id: "about", header: "Job or dataset", cell: ({ row: { original } }) => <span className="block max-w-90 truncate font-medium" title={subject(original)}>{subject(original)}</span> },
    { id: "producer", header: "Producer", meta: { className: "max-[1300px]:hidden" }, cell: ({ row: { original } }) => <span className="block max-w-56 truncate text-ink-2" title={original.producer ?? undefined}>{original.producer && shortProducer(original.producer)}</span> },
    { id: "run", header: "Run", cell: ({ row: { original } }) => <span className="font-mono text-11 text-ink-3" title={original.run_id ?? undefined}>{original.run_id?.slice(0, 8)}</span> },
    { id: "arrived", header: "Arrived", meta: { className: "max-[1300px]:hidden" }, cell: ({ row: { original } }) => <span className="text-ink-3"><Time at={original.received_at} now={new Date()} /></span> },
    { id: "size", header: "Size", meta: { isNumber: true }, cell: ({ row: { original } }) => <span className="text-ink-2">{formatBytes(JSON.stringify(original.event).length)}</span> },
  ];
}
