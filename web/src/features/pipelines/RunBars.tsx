import type { ReactNode } from "react";
import type { PipelineEntry } from "@/api/schema";
import { plural } from "@/lib/format";
import { type RunBar, runBars } from "@/lib/runBars";
import { barRun } from "./words";

const STEP = 5;
const HEIGHT = 18;
const FILL = { ok: "var(--ok-fill)", retried: "var(--ok-fill)", failed: "var(--fail)", long: "var(--late-fill)", running: "var(--accent)", unknown: "var(--unk)" };

/** The last runs, oldest left: height is how long it took, and shape tells what colour does. */
export function RunBars({ pipeline, count }: { pipeline: PipelineEntry; count: number }): ReactNode {
  const bars = runBars(pipeline.runs.map(barRun), pipeline.next_run?.usual_gap_seconds ?? null);
  const failed = pipeline.runs.filter((run) => run.state === "FAIL" || run.state === "ABORT").length;
  const offset = count - bars.length;
  return (
    <svg role="img" aria-label={`${plural(bars.length, "run")}, ${failed} failed`} width={count * STEP} height={HEIGHT} className="block">
      {bars.map((bar, place) => <Bar key={place} bar={bar} x={(place + offset) * STEP} />)}
    </svg>
  );
}

function Bar({ bar, x }: { bar: RunBar; x: number }): ReactNode {
  const height = bar.height * (HEIGHT - 4);
  const y = HEIGHT - height;
  return (
    <>
      <rect x={x} y={y} width={3.5} height={height} fill={FILL[bar.kind]} stroke={bar.kind === "long" ? "var(--late)" : "none"} strokeWidth={0.8} />
      {(bar.kind === "failed" || bar.kind === "retried") && <rect x={x} y={Math.max(0, y - 4)} width={3.5} height={2} fill="var(--fail)" />}
    </>
  );
}
