import { expect, test } from "vitest";
import { fragmentOf, readRunError } from "./runError";

const FACET = {
  message: 'psycopg.errors.UndefinedColumn: column o.amount_usd does not exist in "shopflow.sales.orders"',
  stackTrace: 'Traceback (most recent call last):\n  File "/venv/lib/python3.11/site-packages/airflow/run.py", line 12\n  File "/opt/shopflow/operators/warehouse_sql.py", line 88, in execute\ndags/nightly_sales/revenue_etl_pipeline.sql, LINE 3: sum(o.amount_usd)',
};
const SQL = "select\n  o.amount_usd_old,\n  sum(o.amount_usd)\nfrom orders as o";

test("the nearest place to the error is named, and libraries are told apart", () => {
  const error = readRunError(FACET);
  expect([error?.file, error?.line]).toEqual(["dags/nightly_sales/revenue_etl_pipeline.sql", 3]);
  expect(error?.stack.map((one) => one.isOwn)).toEqual([true, false, true, true]);
});

test("what the message names is found in the text from its line on", () => {
  const error = readRunError(FACET);
  const range = error && fragmentOf(SQL, error);
  expect(range && SQL.slice(0, range.start).split("\n").length).toBe(3);
  expect(range && SQL.slice(range.start, range.end)).toBe("o.amount_usd");
});

test("a message about nothing in the text marks nothing", () => {
  const error = readRunError({ message: "disk is full" });
  expect(error).toMatchObject({ file: null, line: null, stack: [] });
  expect(error && fragmentOf(SQL, error)).toBeNull();
  expect(readRunError("text")).toBeNull();
});
