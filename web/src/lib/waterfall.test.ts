import { expect, test } from "vitest";
import { waterfall } from "./waterfall";

const run = (runId: string, began: number | null, ended: number | null) => ({ runId, began, ended });

test("children stand below their parent in the order in which they began", () => {
  const rows = waterfall(run("p", 0, 100), [run("b", 50, 100), run("a", 0, 50)], 200);
  expect(rows.map(({ run: { runId }, depth, from, to }) => [runId, depth, from, to])).toEqual([["p", 0, 0, 1], ["a", 1, 0, 0.5], ["b", 1, 0.5, 1]]);
});

test("a run that never ended goes as far as the others", () => {
  const [parent] = waterfall(run("p", 0, null), [run("a", 0, 100)], 1_000_000);
  expect(parent?.to).toBe(1);
});

test("a run of an instant can be seen, and one without a beginning has no bar", () => {
  const [, instant, unknown] = waterfall(run("p", 0, 100), [run("a", 100, 100), run("b", null, null)], 100);
  expect((instant?.to ?? 0) - (instant?.from ?? 0)).toBeGreaterThan(0.003);
  expect(unknown?.from).toBeNull();
});
