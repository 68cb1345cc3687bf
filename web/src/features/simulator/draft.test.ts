import { describe, expect, test } from "vitest";
import { KINDS, type DraftChange, readChanges, valueName, writeChange } from "@/lib/changeText";
import { draftOf, requestOf } from "./draft";
import { readSimulatorSearch } from "./search";
import { VERDICTS, switched } from "./verdicts";

const NAMES = ["amount_usd", "a:b", "50%", "%3A", "größe", "a b"];
const entity = "shop/orders";

describe("a draft in the address", () => {
  test.each(KINDS)("%s is read as it was written, whatever the names", (kind) => {
    for (const column of NAMES) {
      for (const value of NAMES) {
        const change: DraftChange = { kind, column: kind === "drop_table" ? "" : column, value: valueName(kind) ? value : "" };
        expect(readChanges([writeChange(change)])).toEqual([change]);
      }
    }
  });

  test("that nobody can read is an empty one", () => expect(readChanges(["explode:everything"])).toEqual([{ kind: "drop", column: "", value: "" }]));

  test("leaves out what would be so anyway, and a script that is too long", () => {
    expect(readSimulatorSearch({ mode: "change", tab: "verdicts", ddl: "x".repeat(5000), verdict: ["nonsense"] })).toEqual({});
    expect(readSimulatorSearch({ change: "drop:a", verdict: "safe" })).toEqual({ change: ["drop:a"], verdict: ["safe"] });
  });
});

describe("what the server is asked", () => {
  test("one body a kind", () => {
    const change = ["drop:a", "rename:a:b", "type:a:decimal(10,2)", "nullable:a:no", "add:a:text", "add:a", "drop_table"];
    expect(requestOf({ entity, change })?.changes).toEqual([
      { change_type: "drop_column", target: "a" },
      { change_type: "rename_column", target: "a", new_name: "b" },
      { change_type: "change_type", target: "a", new_type: "decimal(10,2)" },
      { change_type: "change_nullable", target: "a", nullable: false },
      { change_type: "add_column", target: "a", new_type: "text" },
      { change_type: "add_column", target: "a" },
      { change_type: "drop_table" },
    ]);
  });

  test("a script or a model instead", () => {
    expect(requestOf({ entity, mode: "ddl", ddl: "drop table orders", change: ["drop:a"] })).toEqual({ asset: entity, ddl: "drop table orders" });
    expect(requestOf({ entity, mode: "model", model: "select 1" })).toEqual({ asset: entity, model_sql: "select 1" });
  });

  test.each([{}, { entity }, { entity, change: ["rename:a"] }, { entity, change: ["drop:a", "type:b"] }, { entity, mode: "ddl" as const, ddl: "  " }, { entity, mode: "model" as const }, { change: ["drop:a"] }])("nothing while something is missing: %o", (search) => {
    expect(requestOf(search)).toBeNull();
  });
});

describe("switching a verdict", () => {
  test("hides it, and again shows it", () => {
    const without = switched(undefined, "safe");
    expect(without).toEqual(["will_error", "will_silently_change", "could_not_analyze"]);
    expect(switched(without, "safe")).toBeUndefined();
  });

  test("the last one shows all", () => expect(VERDICTS.map((one) => switched([one], one))).toEqual(VERDICTS.map(() => undefined)));
});

describe("the form of what was simulated", () => {
  const asset = { id: "", kind: "dataset", namespace: "shop", name: "db.orders", field: null };

  test("is filled from the words of each change", () => {
    const words = ["drop db.orders.a", "rename db.orders.a to b", "change the type of db.orders.a to decimal(10,2)", "forbid nulls in db.orders.a", "allow nulls in db.orders.a", "add db.orders.a text", "add db.orders.a", "drop db.orders"];
    expect(draftOf({ asset, changes: words })).toEqual({ entity: "shop/db.orders", change: ["drop:a", "rename:a:b", "type:a:decimal(10,2)", "nullable:a:no", "nullable:a:yes", "add:a:text", "add:a:", "drop_table"] });
  });

  test.each([["reorder the columns of db.orders"], ["drop dbxorders.a"], ["drop db.orders.a", "rename db.orders to sales"]])("is empty but for the dataset where one has no field: %s", (...changes) => {
    expect(draftOf({ asset, changes })).toEqual({ entity: "shop/db.orders" });
  });
});
