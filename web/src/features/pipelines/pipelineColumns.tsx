import { Link } from "@tanstack/react-router";
import type { ColumnDef } from "@tanstack/react-table";
import type { PipelineEntry } from "@/api/schema";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { cn } from "@/lib/classes";
import { firstOwner } from "@/lib/entity";
import { formatDuration, formatShortCount } from "@/lib/format";
import { formatRange } from "@/lib/runBars";
import { BandMark } from "./BandMark";
import { NextExpected } from "./NextExpected";
import { RunBars } from "./RunBars";
import { RUN_WORDS, jobName, pipelineState } from "./words";

export const COLUMN_NAMES = [
  { id: "parent", name: "Parent" }, { id: "runs", name: "Last runs" }, { id: "success", name: "Success" }, { id: "last", name: "Last run" }, { id: "took", name: "Took" },
  { id: "band", name: "Against normal" }, { id: "rows", name: "Rows" }, { id: "normal", name: "Normal rows" }, { id: "next", name: "Next expected" }, { id: "owner", name: "Owner" },
];

const isBad = (pipeline: PipelineEntry): boolean => pipeline.state === "failed";
const bad = (pipeline: PipelineEntry): string | undefined => (isBad(pipeline) ? "text-fail font-medium" : undefined);

export function pipelineColumns(count: number, now: Date): readonly ColumnDef<PipelineEntry>[] {
  return [
    { id: "state", header: () => <span className="sr-only">State</span>, meta: { className: "w-10" }, cell: ({ row: { original } }) => <span className="flex gap-1"><StateGlyph state={pipelineState(original.state)} />{original.muted && <StateGlyph state="muted" />}</span> },
    { id: "name", header: "Pipeline", meta: { sort: "name" }, cell: ({ row: { original } }) => <Link to="/pipelines/$namespace/$name" params={original} title={original.id} className={cn("block max-w-64 truncate font-medium hover:underline", isBad(original) && "font-semibold")}>{original.name}</Link> },
    { id: "parent", header: "Parent", meta: { className: "max-[1300px]:hidden" }, cell: ({ row: { original } }) => <span className="block max-w-36 truncate text-ink-3" title={original.parent ?? undefined}>{original.parent && jobName(original.parent)}</span> },
    { id: "runs", header: `Last ${count} runs`, cell: ({ row: { original } }) => <RunBars pipeline={original} count={count} /> },
    { id: "success", header: "Success %", meta: { isNumber: true }, cell: ({ row: { original } }) => <span className={bad(original)} title={`of ${original.finished} finished runs`}>{original.success_rate === null ? "" : percent(original.success_rate)}</span> },
    { id: "last", header: "Last run", meta: { sort: "last_run" }, cell: ({ row: { original } }) => <LastRun pipeline={original} now={now} /> },
    { id: "took", header: "Took", meta: { isNumber: true, sort: "took" }, cell: ({ row: { original } }) => <span className={bad(original)}>{tookOf(original)}</span> },
    { id: "band", header: "against normal", cell: ({ row: { original } }) => <BandMark band={original.duration} value={original.runs[0]?.seconds ?? null} isBad={isBad(original)} label={bandSentence(original)} /> },
    { id: "rows", header: "Rows", meta: { isNumber: true }, cell: ({ row: { original } }) => <span className={bad(original)}>{rowsOf(original)}</span> },
    { id: "normal", header: "normal", meta: { isNumber: true, className: "max-[1300px]:hidden" }, cell: ({ row: { original } }) => <span className="text-ink-3">{original.rows && formatRange(original.rows.low, original.rows.high, formatShortCount)}</span> },
    { id: "next", header: "Next expected", cell: ({ row: { original } }) => <NextExpected pipeline={original} now={now} /> },
    { id: "owner", header: "Owner", meta: { className: "max-[1300px]:hidden" }, cell: ({ row: { original } }) => <span className="text-ink-2" title={original.owners.join(", ")}>{firstOwner(original.owners)}</span> },
  ];
}

export function percent(rate: number): string {
  return rate === 1 ? "100" : (rate * 100).toFixed(1);
}

function tookOf(pipeline: PipelineEntry): string {
  const [last] = pipeline.runs;
  return last?.seconds === null || last?.seconds === undefined ? "" : formatDuration(last.seconds);
}

/** A failed run that reported nothing wrote nothing that counts. */
export function rowsOf(pipeline: PipelineEntry): string {
  const [last] = pipeline.runs;
  if (!last) return "";
  return last.rows === null ? (isBad(pipeline) ? "0" : "") : formatShortCount(last.rows);
}

export function bandSentence(pipeline: PipelineEntry): string {
  const band = pipeline.duration;
  const took = tookOf(pipeline);
  return band ? `took ${took || "an unknown time"}, normal ${formatRange(band.low, band.high, formatDuration)}` : "no normal band yet";
}

function LastRun({ pipeline, now }: { pipeline: PipelineEntry; now: Date }) {
  const [last] = pipeline.runs;
  if (!last) return <span className="text-ink-3">never</span>;
  const word = last.state === "COMPLETE" ? "" : ` ${RUN_WORDS[last.state] ?? "unknown"}`;
  return <Link to="/runs/$runId" params={{ runId: last.run_id }} className={cn("hover:underline", bad(pipeline))}><Time at={last.ended_at ?? last.began_at} now={now} />{word}</Link>;
}
