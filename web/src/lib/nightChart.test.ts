import { expect, test } from "vitest";
import { type NightRun, nightChart } from "./nightChart";

const at = (clock: string): number => Date.parse(`2026-04-20T${clock}:00Z`);
const run = (job: string, began: string, ended: string | null, state = "COMPLETE", parent: string | null = null): NightRun => ({
  runId: `${job}@${began}`, namespace: "n", job, state, began: at(began), ended: ended === null ? null : at(ended), parent,
});
const now = at("04:12");

test("rows come in the order in which jobs began", () => {
  const { rows } = nightChart([run("late", "03:00", "03:10"), run("early", "01:00", "01:10")], now);
  expect(rows.map((row) => row.job)).toEqual(["early", "late"]);
});

test("a run that starts others is not drawn", () => {
  const { rows } = nightChart([run("dag", "00:00", "04:00"), run("task", "01:00", "01:10", "COMPLETE", "dag@00:00")], now);
  expect(rows.map((row) => row.job)).toEqual(["task"]);
});

test("of too many, those that failed stay, and the rest is counted", () => {
  const many = Array.from({ length: 40 }, (_, index) => run(`job${index}`, "02:00", "02:01"));
  const night = nightChart([run("bad", "00:01", "00:02", "FAIL"), ...many], now, [], 8, 5);
  expect(night.rows.map((row) => row.job)).toContain("bad");
  expect([night.rows.length, night.hidden]).toEqual([5, 36]);
});

test("a job that was retried well has not failed", () => {
  const [row] = nightChart([run("a", "01:00", "01:01", "FAIL"), run("a", "01:10", "01:20")], now).rows;
  expect([row?.hasFailed, row?.bars.length]).toEqual([false, 2]);
});

test("every bar lies within the chart, whatever the times", () => {
  const odd = [run("x", "00:00", "09:00"), run("y", "03:00", null, "RUNNING"), run("z", "02:00", "01:00")];
  for (const row of nightChart(odd, now).rows) {
    for (const { from, to } of row.bars) expect(from >= 0 && from <= 1 && to >= 0 && to <= 1).toBe(true);
  }
});

test("what is due stands ahead of now, in a row of its own or behind the runs of its job", () => {
  const due = [{ namespace: "n", job: "next", at: at("05:30"), isAtRisk: true }, { namespace: "n", job: "a", at: at("06:00"), isAtRisk: false }, { namespace: "n", job: "far", at: at("23:00"), isAtRisk: false }];
  const night = nightChart([run("a", "01:00", "01:20")], now, due);
  expect([night.since, night.until]).toEqual([at("00:00"), at("08:00")]);
  expect(night.rows.map((row) => [row.job, row.bars.length, row.due?.isAtRisk, row.due?.from])).toEqual([["a", 1, false, 0.75], ["next", 0, true, 5.5 / 8]]);
});
