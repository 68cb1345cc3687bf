import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PipelineRun } from "@/api/schema";
import { StateGlyph, runState } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { cn } from "@/lib/classes";
import { formatCount, formatDuration } from "@/lib/format";
import { shortRun } from "./words";

const HEAD = "h-[30px] border-b border-line text-left [&_th]:px-3 [&_th]:font-normal";

/** Its runs, newest first, each a link to all that is known of it. */
export function RunsTable({ runs, total, now }: { runs: readonly PipelineRun[]; total: number; now: Date }): ReactNode {
  return (
    <div className="max-h-[420px] overflow-auto" tabIndex={0} role="region" aria-label="Runs">
      <table className="w-full table-fixed text-12">
        <thead className="sticky top-0 bg-surface text-11 text-ink-3 shadow-[0_1px_0_var(--line)]"><tr className={HEAD}><th scope="col" className="w-10"><span className="sr-only">State</span></th><th scope="col" className="w-32">Started</th><th scope="col" className="w-24 text-right">Took</th><th scope="col" className="w-20 text-right">Rows</th><th scope="col" className="w-28">Watermark</th><th scope="col">Result</th><th scope="col" className="w-24">Run</th></tr></thead>
        <tbody>{runs.map((run) => <Row key={run.run_id} run={run} now={now} />)}</tbody>
      </table>
      {runs.length < total && <p className="px-3 py-1.5 text-12 text-ink-3">{formatCount(runs.length)} of {formatCount(total)} shown, newest first</p>}
    </div>
  );
}

function Row({ run, now }: { run: PipelineRun; now: Date }): ReactNode {
  const isBad = runState(run.state) === "failed";
  const unusual = run.unusual.length > 0 ? `unusual ${run.unusual.join(", ")}` : "";
  return (
    <tr className={cn("h-[30px] border-b border-line last:border-b-0 [&_td]:px-3", isBad && "bg-fail-bg")}>
      <td><StateGlyph state={runState(run.state)} /></td>
      <td className={cn("whitespace-nowrap", isBad && "text-fail")}><Link to="/runs/$runId" params={{ runId: run.run_id }} className="hover:underline"><Time at={run.began_at} now={now} /></Link></td>
      <td className="text-right">{run.duration_seconds === null ? "" : formatDuration(run.duration_seconds)}</td>
      <td className="text-right">{run.rows === null ? "" : formatCount(run.rows)}</td>
      <td className="truncate text-ink-3" title={run.watermark ?? undefined}>{run.watermark?.slice(0, 10)}</td>
      <td className={cn("truncate", isBad ? "text-fail" : "text-late")} title={run.error ?? undefined}>{run.error ?? unusual}</td>
      <td className="font-mono text-11 text-ink-3"><Link to="/runs/$runId" params={{ runId: run.run_id }} title={run.run_id} className="hover:underline">{shortRun(run.run_id)}</Link></td>
    </tr>
  );
}
