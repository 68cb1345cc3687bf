import { expect, test } from "vitest";
import { nextMoment, snap, timeline } from "./timeline";

const end = Date.parse("2026-04-20T04:00:00Z");
const hour = 3_600_000;

test("every moment within the span is counted once", () => {
  const times = [end, end - hour, end - 5 * hour, end - 23 * hour];
  const { bars } = timeline(times, end, 1);
  expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(4);
});

test("what lies before or after the span is left out", () => {
  const { bars, since } = timeline([end - 100 * hour, end + hour], end, 1);
  expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(0);
  expect(since).toBe(end - 24 * hour);
});

test("a handle snaps to a moment that is near, and only then", () => {
  expect([snap(10, [12, 30], 3), snap(20, [12, 30], 3), snap(20, [], 3)]).toEqual([12, 20, 20]);
});

test("a key goes to the moment before or after, and stays at the last", () => {
  expect([nextMoment(10, [30, 4, 12], 1), nextMoment(10, [30, 4, 8], -1), nextMoment(10, [4], 1)]).toEqual([12, 8, 10]);
});
