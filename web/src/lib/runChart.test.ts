import { expect, test } from "vitest";
import { type ChartRun, chartColumns, chartSentence } from "./runChart";

const BAND = { runs: 29, low: 756, median: 846, high: 936 };

function run(began: number, state: string, value: number | null, isUnusual = false): ChartRun {
  return { runId: String(began), began, state, value, isUnusual };
}

test("columns go from the oldest to the newest, and failures stand apart", () => {
  const found = chartColumns([run(3000, "FAIL", 300), run(2000, "COMPLETE", 840), run(1000, "COMPLETE", 780, true)], BAND, 60);
  expect(found.x).toEqual([1, 2, 3]);
  expect(found.good).toEqual([13, 14, null]);
  expect(found.bad).toEqual([{ x: 3, y: 5 }]);
  expect(found.unusual).toEqual([{ x: 1, y: 13 }]);
  expect(found.highest).toBe(15.6);
});

test("a failure without a value stands on the ground", () => {
  expect(chartColumns([run(1, "FAIL", null)], null, 1).bad).toEqual([{ x: 0.001, y: 0 }]);
});

test("the sentence says what the chart shows", () => {
  const minutes = (value: number): string => `${(value / 60).toFixed(1)} min`;
  expect(chartSentence([run(1, "COMPLETE", 840), run(2, "FAIL", 300)], BAND, minutes)).toBe("2 runs, normal 12.6 min to 15.6 min, last 5.0 min, failed");
  expect(chartSentence([run(1, "COMPLETE", null)], null, minutes)).toBe("1 run, no normal band yet, last not reported");
});
