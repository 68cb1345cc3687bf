import { expect, test } from "vitest";
import { cutMiddle, formatCount, formatDuration, formatOnDay, formatTime, plural } from "./format";

const now = new Date("2026-04-20T04:12:00Z");

test.each([
  ["2026-04-20T02:15:00Z", "02:15"],
  ["2026-04-19T04:34:00Z", "yesterday 04:34"],
  ["2026-04-09T10:12:00Z", "9 Apr 10:12"],
  ["2025-12-31T23:59:00Z", "31 Dec 2025 23:59"],
  ["2026-04-21T01:00:00Z", "tomorrow 01:00"],
  ["2026-04-22T01:00:00Z", "22 Apr 01:00"],
])("the time %s is said as %s", (at, said) => expect(formatTime(new Date(at), now, "UTC")).toBe(said));

test("a day begins where the viewer is", () => {
  expect(formatTime(new Date("2026-04-19T20:00:00Z"), now, "Asia/Tokyo")).toBe("05:00");
  expect(formatTime(new Date("2026-04-20T02:00:00Z"), now, "America/New_York")).toBe("yesterday 22:00");
});

test.each([[0.42, "0.4 s"], [58, "58 s"], [300, "5 m 00 s"], [7020, "1 h 57 m"], [273_600, "3 d 4 h"]])(
  "%d seconds are said as %s", (seconds, said) => expect(formatDuration(seconds)).toBe(said),
);

test.each([[0, "0"], [5061, "5,061"], [314_159, "314 k"], [1_234_567, "1.2 M"]])(
  "%d is written as %s", (count, said) => expect(formatCount(count)).toBe(said),
);

test("one thing is not many", () => {
  expect([plural(1, "dataset"), plural(2, "dataset"), plural(2, "query", "queries")]).toEqual(["1 dataset", "2 datasets", "2 queries"]);
});

test("a long name keeps its end", () => {
  expect(cutMiddle("campaign_attribution_pipeline", 11)).toBe("campa…eline");
  expect(cutMiddle("orders", 11)).toBe("orders");
});

test("on the day of the panel the clock is enough", () => {
  const day = new Date("2026-04-20T04:00:00Z");
  expect(["2026-04-20T01:23:00Z", "2026-04-19T16:48:00Z"].map((at) => formatOnDay(new Date(at), day, "UTC"))).toEqual(["01:23", "19 Apr 16:48"]);
});
