import { expect, test } from "vitest";
import { firstOwner, idOf, nameInSchema, ownerId, schemaOf, shortName } from "./entity";

test("a column has the id of its dataset and its field", () => {
  const column = { kind: "column", namespace: "s3://lake", name: "a/b", field: "x" } as const;
  expect([idOf(column), ownerId(column)]).toEqual(["column:s3://lake/a/b#x", "dataset:s3://lake/a/b"]);
});

test.each([
  ["shopflow.sales.orders", "sales", "orders"],
  ["looker/revenue_overview", "looker", "revenue_overview"],
  ["orders", "", "orders"],
  ["/raw/fx_rates/", "raw", "fx_rates"],
])("of %s the schema is %j and the short name %s", (name, schema, short) => {
  expect([schemaOf(name), shortName(name)]).toEqual([schema, short]);
  expect(nameInSchema(name)).toBe(schema ? `${schema}.${short}` : short);
});

test("a person is named before a team", () => {
  expect([firstOwner(["team:sales", "user:sam"]), firstOwner(["team:sales"]), firstOwner([])]).toEqual(["sam", "sales", null]);
});
