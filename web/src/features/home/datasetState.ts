/** How a dataset is, from the last run of what writes it; pure. */
import type { DatasetChange, PipelineEntry, RankedDataset } from "@/api/schema";
import type { State } from "@/components/StateGlyph";
import type { NightRun } from "@/lib/nightChart";

export interface DatasetState {
  readonly state: State;
  readonly word: string;
  /** In milliseconds; nothing where no time is known. */
  readonly at: number | null;
}

interface Known {
  /** Of the last day, newest first. */
  readonly runs: readonly NightRun[];
  readonly due: readonly Pick<PipelineEntry, "id" | "state" | "next_run">[];
  readonly changes: readonly Pick<DatasetChange, "dataset" | "at" | "verdict">[];
}

const BAD = ["FAIL", "ABORT"];

/** The worst that is known: no new data, input missing, late, a schema that changed; else how fresh it is. */
export function datasetState({ dataset, written_by: writer }: Pick<RankedDataset, "dataset" | "written_by">, { runs, due, changes }: Known): DatasetState {
  const run = writer && runs.find((one) => one.namespace === writer.namespace && one.job === writer.name);
  if (run && BAD.includes(run.state)) return { state: "noData", word: "no data", at: run.ended ?? run.began };
  const next = due.find((one) => one.id === writer?.id);
  const dueAt = next?.next_run?.expected_at ? Date.parse(next.next_run.expected_at) : null;
  if (next?.state === "late") return { state: "late", word: "late, due", at: dueAt };
  if (next?.state === "at_risk") return { state: "atRisk", word: "due", at: dueAt };
  const changed = changes.find((one) => one.dataset.id === dataset.id && one.verdict === "breaking");
  if (changed) return { state: "changed", word: "changed", at: Date.parse(changed.at) };
  if (run?.state === "RUNNING") return { state: "running", word: "running since", at: run.began };
  if (run) return { state: "succeeded", word: "fresh", at: run.ended ?? run.began };
  return { state: "unknown", word: writer ? "no run in a day" : "no job known", at: null };
}
