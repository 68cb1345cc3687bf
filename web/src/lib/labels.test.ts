import { expect, test } from "vitest";
import { type ColumnLabels, columnRequests, readTags } from "./labels";

const column = (name: string, more: Partial<ColumnLabels> = {}): ColumnLabels => ({ name, description: null, is_pii: false, classification: null, tags: [], ...more });

test("what was declared of other columns is said again, as the new word replaces the whole", () => {
  const columns = [column("id"), column("email", { is_pii: true, classification: "restricted" }), column("country", { description: "where" })];
  expect(columnRequests(columns, new Set(["country"]), { classification: "public" })).toEqual([
    { name: "email", is_pii: true, classification: "restricted" },
    { name: "country", description: "where", is_pii: false, classification: "public" },
  ]);
});

test("several columns take one class at once, and no type is stated", () => {
  const found = columnRequests([column("a"), column("b")], new Set(["a", "b"]), { classification: "internal", is_pii: true });
  expect(found).toEqual([{ name: "a", is_pii: true, classification: "internal" }, { name: "b", is_pii: true, classification: "internal" }]);
});

test("tags are read from a line", () => {
  expect(readTags(" gold, nightly,, gold ")).toEqual(["gold", "nightly"]);
});
