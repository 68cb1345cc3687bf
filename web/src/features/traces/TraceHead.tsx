import type { ReactNode } from "react";
import type { TraceDetail } from "@/api/schema";
import { StateGlyph } from "@/components/StateGlyph";
import { Time, ZONE } from "@/components/Time";
import { formatMilliseconds, plural } from "@/lib/format";

/** What it was, and how much of it is tied to runs and data. */
export function TraceHead({ detail }: { detail: TraceDetail }): ReactNode {
  const root = detail.spans.find((span) => span.depth === 0 && span.parent_span_id === null);
  const failed = detail.runs.filter((run) => run.state === "FAIL" || run.state === "ABORT");
  return (
    <header className="border-b border-line bg-surface px-5 py-3">
      <div className="flex flex-wrap items-center gap-2.5">
        <h1 className="min-w-0 truncate text-18 font-semibold">{root?.name ?? "A trace whose first span is not here yet"}</h1>
        {failed.length > 0 && <span className="flex items-center gap-1.5 rounded-sm border border-fail-line bg-fail-bg px-1.5 text-12 font-medium text-fail"><StateGlyph state="failed" label="" />{failed.length} of {plural(detail.runs.length, "run")} failed</span>}
        {failed.length === 0 && detail.errors > 0 && <span className="flex items-center gap-1.5 rounded-sm border border-fail-line bg-fail-bg px-1.5 text-12 font-medium text-fail"><StateGlyph state="failed" label="" />{plural(detail.errors, "span")} failed</span>}
        <span className="font-mono text-11 text-ink-3">trace {detail.trace_id}</span>
      </div>
      <p className="text-13 text-ink-2"><Time at={detail.started_at} /> {ZONE}, took {formatMilliseconds(detail.duration_ms)}. {sentence(detail)}</p>
    </header>
  );
}

function sentence({ total, runs, services, spans, source }: TraceDetail): string {
  const written = new Set(runs.filter((run) => run.state === "COMPLETE").flatMap((run) => run.outputs));
  const without = new Set(runs.filter((run) => run.state === "FAIL" || run.state === "ABORT").flatMap((run) => run.outputs));
  const joined = runs.length === 0 ? "no run is known of them" : `${plural(runs.length, "run")} joined, ${plural(written.size, "dataset")} written${without.size ? `, ${without.size} without new data` : ""}`;
  const longest = spans.reduce<(typeof spans)[number] | undefined>((most, span) => (most && most.own_ms >= span.own_ms ? most : span), undefined);
  const parts = [`${plural(total, "span")} of ${plural(services.length, "service")}, ${joined}.`, longest && `Longest by itself: ${longest.name}, ${formatMilliseconds(longest.own_ms)}.`, source === "lake" && "It is read from the lake."];
  return parts.filter(Boolean).join(" ");
}
