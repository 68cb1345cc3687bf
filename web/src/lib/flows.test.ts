import { describe, expect, test } from "vitest";
import type { ColumnFlow, FlowSource, Node } from "@/api/schema";
import { flowCounts, flowDrawing, flowRows, howOf, origins, rowsAsCsv } from "./flows";

const column = (name: string): Node => { const [dataset = "", field = ""] = name.split("#"); return { id: `column:shop/${name}`, kind: "column", namespace: "shop", name: dataset, field }; };
const step = (source: string, target: string, masking = false) => ({ source: `column:shop/${source}`, target: `column:shop/${target}`, from: "", to: "", kind: "column", job: null, origin: "sql", confidence: 1, subtype: masking ? "TRANSFORMATION" : "IDENTITY", masking, description: null, first_seen: "", last_seen: "" }) as ColumnFlow["path"][number];
const flow = (to: string, effect: ColumnFlow["effect"], path: ColumnFlow["path"], undeclared = false): ColumnFlow => ({ column: column(to), depth: path.length, classification: "restricted", pii: effect === "kept", effect, declared: null, undeclared, gone: false, path, path_truncated: false, owners: ["team:x", "user:ann"], type: "TABLE" });
const source = (name: string, upstream: string[], flows: ColumnFlow[]): FlowSource => ({ column: column(name), classification: "restricted", counts_as: "restricted", pii: true, owners: [], upstream: { items: upstream.map((id) => `column:shop/${id}`), total: upstream.length }, flows: { items: flows, total: flows.length } });

const COPY = [step("crm#email", "stg#email")];
const SOURCES = [
  source("crm#email", [], [flow("stg#email", "kept", COPY, true), flow("stg#hash", "lowered", [step("crm#email", "stg#hash", true)]), flow("mart#email", "kept", [...COPY, step("stg#email", "mart#email")]), flow("stg#n", "indirect", [step("crm#email", "stg#n")])]),
  source("stg#email", ["crm#email"], [flow("mart#email", "kept", [step("stg#email", "mart#email")])]),
  source("crm#phone", [], []),
];

describe("flows of personal data", () => {
  test("begin where no other such column leads to", () => {
    expect(origins(SOURCES).map((one) => one.column.field)).toEqual(["email", "phone"]);
  });

  test("are counted by column, each once", () => {
    expect(flowCounts(SOURCES)).toEqual({ sources: 2, clear: 4, clearDatasets: 3, lowered: 1, indirect: 1, inheriting: 2, undeclared: 1 });
  });

  test("say what was done on the way", () => {
    expect(howOf(flow("mart#email", "kept", [...COPY, step("stg#email", "mart#email")]))).toBe("copied twice");
    expect(howOf(flow("mart#hash", "lowered", [step("a#a", "b#b", true), step("b#b", "mart#hash")]))).toBe("masked, then copied");
  });

  test("are rows of the origins only, without what only decides", () => {
    expect(flowRows(SOURCES, { indirect: false, text: "" }).map((row) => row.to)).toEqual(["stg.email", "stg.hash", "mart.email"]);
    expect(flowRows(SOURCES, { indirect: true, text: "" })).toHaveLength(4);
    expect(flowRows(SOURCES, { indirect: false, effect: "lowered", text: "" }).map((row) => row.to)).toEqual(["stg.hash"]);
    expect(flowRows(SOURCES, { indirect: false, text: "MART" }).map((row) => row.owner)).toEqual(["ann"]);
  });

  test("are drawn once a step, and end where nothing leaves", () => {
    const drawing = flowDrawing(SOURCES, false);
    expect(drawing.lines.map((line) => [line.id, line.effect])).toEqual([["column:shop/crm#email>column:shop/stg#email", "kept"], ["column:shop/crm#email>column:shop/stg#hash", "lowered"], ["column:shop/stg#email>column:shop/mart#email", "kept"]]);
    expect(drawing.nodes.find((node) => node.node.name === "crm")?.columns).toEqual([{ name: "email", state: "clear", isEnd: false }, { name: "phone", state: "clear", isEnd: true }]);
  });

  test("are a CSV that keeps a formula a text", () => {
    const rows = flowRows(SOURCES, { indirect: false, text: "" }).map((row) => ({ ...row, owner: "=1+1" }));
    expect(rowsAsCsv(rows)).toContain(",'=1+1");
  });
});
