import { expect, test } from "vitest";
import { markRanges } from "./results";

test("words are marked where they were found", () => {
  expect(markRanges("sales.orders", [{ start: 6, end: 11 }])).toEqual([
    { text: "sales.", isMatch: false }, { text: "order", isMatch: true }, { text: "s", isMatch: false },
  ]);
});

test("a range counts characters that JavaScript counts twice as one", () => {
  expect(markRanges("🐟orders", [{ start: 1, end: 7 }])).toEqual([{ text: "🐟", isMatch: false }, { text: "orders", isMatch: true }]);
});

test("ranges that overlap or end early lose nothing of the text", () => {
  const parts = markRanges("abcdef", [{ start: 2, end: 4 }, { start: 3, end: 6 }, { start: 5, end: 5 }]);
  expect(parts.map((part) => part.text).join("")).toBe("abcdef");
});
