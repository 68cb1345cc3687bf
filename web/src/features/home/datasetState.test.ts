import { expect, test } from "vitest";
import type { NightRun } from "@/lib/nightChart";
import { datasetState } from "./datasetState";

const node = (kind: string, name: string) => ({ id: `${kind}:n/${name}`, kind, namespace: "n", name, field: null });
const orders = { dataset: node("dataset", "orders"), written_by: node("job", "load") };
const run = (state: string, ended: number | null = 20): NightRun => ({ runId: "r", namespace: "n", job: "load", state, began: 10, ended, parent: null });
const next = (state: "late" | "at_risk") => ({ id: "job:n/load", state, next_run: { expected_at: "2026-04-20T04:30:00Z", late_after: "", usual_gap_seconds: null, overdue: false } });
const nothing = { runs: [], due: [], changes: [] };
const change = { dataset: orders.dataset, at: "2026-04-20T01:23:00Z", verdict: "breaking" as const };
const stateOf = (known: Partial<Parameters<typeof datasetState>[1]>) => datasetState(orders, { ...nothing, ...known });

test("it is fresh since its last run ended, unless that failed", () => {
  expect(stateOf({ runs: [run("COMPLETE")] })).toEqual({ state: "succeeded", word: "fresh", at: 20 });
  expect(stateOf({ runs: [run("FAIL"), run("COMPLETE")], due: [next("late")] })).toEqual({ state: "noData", word: "no data", at: 20 });
});

test("what is due comes before a schema that changed, and that before a run that went well", () => {
  const all = { runs: [run("COMPLETE")], changes: [change] };
  expect(stateOf({ ...all, due: [next("at_risk")] })).toEqual({ state: "atRisk", word: "due", at: Date.parse("2026-04-20T04:30:00Z") });
  expect(stateOf(all)).toMatchObject({ state: "changed", at: Date.parse(change.at) });
});

test("of another job, or of none, nothing is known", () => {
  expect(stateOf({ runs: [{ ...run("FAIL"), job: "other" }] })).toMatchObject({ state: "unknown", word: "no run in a day" });
  expect(datasetState({ ...orders, written_by: null }, { ...nothing, runs: [run("FAIL")] })).toMatchObject({ state: "unknown", word: "no job known" });
});
