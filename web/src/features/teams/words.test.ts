import { expect, test } from "vitest";
import { keptFor } from "./words";

test("runs and queries are kept for good unless the team says otherwise", () => {
  const kept = Object.fromEntries(keptFor({ storage_retention_days: 30, retention_days: { spans: 1, runs: 365 } }).map((one) => [one.kind, one.text]));
  expect(kept).toEqual({ events: "30 days", spans: "1 day", points: "30 days", runs: "365 days", queries: "for good" });
});

test("a team that nobody made keeps everything", () => {
  expect(new Set(keptFor({ storage_retention_days: 36_500, retention_days: {} }).map((one) => one.text))).toEqual(new Set(["for good"]));
});
