import { expect, test } from "vitest";
import { edgeRows, endOf } from "./edgeRows";

const edge = { source: "dataset:shop/a.b", target: "dataset:shop/a.c", kind: "dataset", job: "job:shop/etl", origin: "inputs_outputs", confidence: 0.7, subtype: null, masking: null, description: null, first_seen: "", last_seen: "" };

test.each([
  ["dataset:shop/a.b", { namespace: "shop", name: "a.b", field: null }],
  ["column:shop/a.b#x", { namespace: "shop", name: "a.b", field: "x" }],
  ["dataset:s3://bucket/path/to#1", { namespace: "s3://bucket", name: "path/to#1", field: null }],
  ["column:postgres://host:5432/db.t#a#b", { namespace: "postgres://host:5432", name: "db.t#a", field: "b" }],
])("%s is taken apart", (id, end) => expect(endOf(id)).toEqual(end));

test("the same fact is one row, and what people declared comes first", () => {
  const rows = edgeRows([edge, edge, { ...edge, origin: "declared", job: null, confidence: 1 }, { ...edge, source: "column:shop/a.b#x", target: "column:shop/a.c#y", kind: "column_indirect" }]);
  expect(rows.map((row) => [row.origin, row.isDeclared, row.isIndirect, row.source.field])).toEqual([["people", true, false, null], ["inputs and outputs", false, false, null], ["inputs and outputs", false, true, "x"]]);
});
