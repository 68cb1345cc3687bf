import { expect, test } from "vitest";
import { sideBySide } from "./schemaDiff";

const schema = (text: string) => text.split(" ").filter(Boolean).map((part) => ({ name: part.split(":")[0], type: part.split(":")[1] ?? "int" }));
const told = (before: string, after: string): string => sideBySide(schema(before), schema(after)).map((row) => `${row.old?.name ?? "."}>${row.new?.name ?? "."} ${row.change}`).join(", ");

test("a column that went and one that came are two rows", () => {
  expect(told("id amount_usd note", "id amount_minor note")).toBe("id>id same, .>amount_minor added, amount_usd>. removed, note>note same");
});

test("another type is a change of one row", () => expect(told("id:int", "id:bigint")).toBe("id>id changed"));

test("columns that come first, last and in a row keep their order", () => {
  expect(told("b", "a b c d")).toBe(".>a added, b>b same, .>c added, .>d added");
});

test("nothing before is all new, and nothing after all gone", () => {
  expect([told("", "a b"), told("a b", "")]).toEqual([".>a added, .>b added", "a>. removed, b>. removed"]);
});
