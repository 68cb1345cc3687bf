import { expect, test } from "vitest";
import { daysUpTo, nextMoment, nightAround, snap, timeline } from "./timeline";

const end = Date.parse("2026-04-20T04:00:00Z");
const hour = 3_600_000;

test("every moment within the span is counted once", () => {
  const times = [end, end - hour, end - 5 * hour, end - 23 * hour];
  const { bars } = timeline(times, { since: end - 24 * hour, until: end });
  expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(4);
});

test("what lies before or after the span is left out", () => {
  const { bars } = timeline([end - 100 * hour, end + hour], { since: end - 24 * hour, until: end });
  expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(0);
});

test("a handle snaps to a moment that is near, and only then", () => {
  expect([snap(10, [12, 30], 3), snap(20, [12, 30], 3), snap(20, [], 3)]).toEqual([12, 20, 20]);
});

test("a key goes to the moment before or after, and stays at the last", () => {
  expect([nextMoment(10, [30, 4, 12], 1), nextMoment(10, [30, 4, 8], -1), nextMoment(10, [4], 1)]).toEqual([12, 8, 10]);
});

test("days end with what is known last, and go back to a moment that lies before them", () => {
  expect(daysUpTo(7, end, [end - hour])).toEqual({ since: end - 168 * hour, until: end });
  // The start of the span, in whole seconds as an address has it.
  expect(daysUpTo(7, end + 400, [end - 168 * hour]).until).toBe(end + 400);
  expect(daysUpTo(7, end, [end - 200 * hour])).toEqual({ since: end - 344 * hour, until: end - 176 * hour });
});

test("a night is the eight hours around what is nearest, or those before the moment", () => {
  const events = [{ began: end - 2 * hour, ended: end }, { began: end - 90 * hour, ended: end - 80 * hour }];
  expect(nightAround(end + 5 * hour, events)).toEqual({ since: end - 5 * hour, until: end + 3 * hour });
  expect(nightAround(end - 85 * hour, events)).toEqual({ since: end - 89 * hour, until: end - 81 * hour });
  expect(nightAround(end, [])).toEqual({ since: end - 8 * hour, until: end });
});

test("a night is cut finer than weeks", () => {
  expect([timeline([], { since: end - 8 * hour, until: end }).step, timeline([], { since: end - 168 * hour, until: end }).step]).toEqual([hour / 4, 6 * hour]);
});
