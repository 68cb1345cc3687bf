import { expect, test } from "vitest";
import { sentenceOf } from "./sentenceOf";

const NONE = { will_error: 0, will_silently_change: 0, safe: 0, could_not_analyze: 0 };
const whole = { complete: true, analysed: 37, touching: 37, silent_jobs: 0 };
const safe = { verdict: "safe", downstream_total: 12, queries: { total: 31, counts: { ...NONE, safe: 31 } }, job_texts: { total: 6, counts: { ...NONE, safe: 6 } }, coverage: whole } as const;

test("breaks are counted of all", () => {
  const found = { ...safe, verdict: "will_error", queries: { total: 31, counts: { will_error: 16, will_silently_change: 2, safe: 13, could_not_analyze: 0 } }, job_texts: { total: 6, counts: { ...NONE, will_error: 4, safe: 2 } } } as const;
  expect(sentenceOf(found)).toBe("16 of 31 queries will error, 4 of 6 texts of pipelines will error, 2 will silently change.");
});

test("nothing breaks and all of it was seen", () => expect(sentenceOf(safe)).toBe("No break found. 37 of 37 texts analysed, 12 assets downstream."));

test("what was not seen is said", () => {
  expect(sentenceOf({ ...safe, verdict: "could_not_analyze", coverage: { ...whole, complete: false, analysed: 33 } })).toBe("No break found · 4 of 37 texts could not be analysed.");
  expect(sentenceOf({ ...safe, coverage: { ...whole, complete: false, silent_jobs: 1 } })).toBe("No break found · 1 job downstream sent no SQL.");
  expect(sentenceOf({ ...safe, coverage: { ...whole, complete: false } })).toBe("No break found · not everything is known.");
});
