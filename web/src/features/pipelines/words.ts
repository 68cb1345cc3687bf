/** States of pipelines and runs in our words. */
import type { PipelineEntry, RunBar } from "@/api/schema";
import type { State } from "@/components/StateGlyph";
import type { BarRun } from "@/lib/runBars";

const GLYPHS: Record<PipelineEntry["state"], State> = { failed: "failed", late: "late", at_risk: "atRisk", running: "running", succeeded: "succeeded", unknown: "unknown" };

export function pipelineState(state: PipelineEntry["state"]): State {
  return GLYPHS[state];
}

export function barRun(run: RunBar): BarRun {
  return { state: run.state, began: Date.parse(run.began_at), ended: run.ended_at ? Date.parse(run.ended_at) : null, seconds: run.seconds, isLong: run.unusual.includes("duration") };
}

/** `nightly_sales` of `shopflow_airflow/nightly_sales`. */
export function jobName(whole: string): string {
  return whole.slice(whole.lastIndexOf("/") + 1);
}

/** What a run is called where there is no room: `9a11…d267`. */
export function shortRun(id: string): string {
  return `${id.slice(0, 4)}…${id.slice(-4)}`;
}

export const RUN_WORDS: Record<string, string> = { COMPLETE: "succeeded", FAIL: "failed", ABORT: "aborted", RUNNING: "running", OTHER: "other", UNKNOWN: "unknown" };
