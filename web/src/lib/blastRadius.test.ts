import { expect, test } from "vitest";
import { bands, scoreParts } from "./blastRadius";

test("the parts add up to the score", () => {
  const parts = scoreParts({ tier_score: 1, usage_score: 0.72, count_score: 0.6, activity: 0.3333 });
  expect(parts.map((part) => Number(part.points.toFixed(1)))).toEqual([35, 21.6, 12, 5]);
  expect(parts.reduce((sum, part) => sum + part.points, 0)).toBeCloseTo(73.6, 1);
  expect(parts.reduce((sum, part) => sum + part.weight, 0)).toBeCloseTo(1);
});

test("the bands cover everything from 0 to 100 once", () => {
  expect(bands().reduce((sum, band) => sum + band.to - band.from, 0)).toBe(100);
});
