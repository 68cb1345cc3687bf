import { expect, test, vi } from "vitest";
import type { PipelineSettings } from "@/api/schema";

vi.mock("@/api/client", () => ({ api: {}, unwrap: vi.fn() }));
const { undoOf, wordsOf } = await import("./settings");

const BEFORE: PipelineSettings = { active: true, muted: false, late_after: { number: 1, unit: "hour" }, type_late_after: null, too_long_seconds: null, run_limit: null, changed_at: null };

test("undoing a change sets back what it changed, and nothing else", () => {
  expect(undoOf(BEFORE, { muted: true })).toEqual({ muted: false });
  expect(undoOf(BEFORE, { late_after: "2 hours" })).toEqual({ late_after: "1 hour" });
  expect(undoOf(BEFORE, { too_long_seconds: 600 })).toEqual({ too_long_seconds: 0 });
});

test("a change is told in words", () => {
  expect(wordsOf("load", { muted: true })).toBe("load muted");
  expect(wordsOf("load", { late_after: "none" })).toBe("load late by its rhythm");
  expect(wordsOf("load", { too_long_seconds: 600 })).toBe("load too long after 600 s");
});
