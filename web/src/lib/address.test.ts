import { expect, test } from "vitest";
import { parseSearch, readCount, readList, readMoment, stringifySearch, withoutDefaults } from "./address";

test("what is written into an address is read from it again", () => {
  const search = { column: "a b&c=d", open: ["x", "y#z"], up: "3" };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});

test("a default is left out, so that the same view has one address", () => {
  expect(stringifySearch(withoutDefaults({ up: 1, dir: "both", column: undefined }, { up: 1 }))).toBe("?dir=both");
});

test.each([["x"], [-1], [1.5], [""], [null]])("%j is no count", (value) => expect(readCount(value, 9)).toBeUndefined());

test("a count has a most", () => expect([readCount("7", 5), readCount(0, 5)]).toEqual([5, 0]));

test("a moment is written in one way", () => {
  expect(readMoment("2026-04-20T03:00:00.123+02:00")).toBe("2026-04-20T01:00:00Z");
  expect(readMoment("yesterday")).toBeUndefined();
});

test("one value is a list of one", () => expect([readList("a", 3), readList(["a", 1, "b", "c"], 3), readList(undefined, 3)]).toEqual([["a"], ["a", "1", "b"], undefined]));
