import { describe, expect, test } from "vitest";
import type { IncidentMoment, RecordedChange } from "@/api/schema";
import { asNodeId } from "./entity";
import { rollbackOf, writeChange } from "./changeText";
import { causeSentence, gap, momentState, percent, phases, proofDrawing, shares, whatAndDetail } from "./investigation";

const node = (name: string) => ({ id: `dataset:shop/${name}`, kind: "dataset", namespace: "shop", name, field: null });
const change: RecordedChange = { id: "schema:1", kind: "schema_change", node: node("sales.orders"), column: "amount_usd", at: "2026-04-20T01:23:00Z", says: "dropped column amount_usd", actor: "alex.junior", severity: "error", run_id: null, event_id: null, span: null };
const moment = (phase: IncidentMoment["phase"], at: string): IncidentMoment => ({ phase, at, node: node("x"), column: null, says: at, score: null, parts: [], evidence: at, run_id: null, event_id: null });

test("a probability is never said to be nothing or all unless it is", () => {
  expect([0, 0.0003, 0.87, 0.9997, 1].map(percent)).toEqual(["0 %", "under 1 %", "87 %", "over 99 %", "100 %"]);
});

describe("the sentence of a cause", () => {
  test("sets the column apart, and says from where it was dropped", () => {
    expect(causeSentence(change)).toEqual({ who: "alex.junior", did: "dropped column", column: "amount_usd", where: "from sales.orders" });
  });

  test("leaves the words of a person as they are", () => {
    expect(causeSentence({ ...change, kind: "signal", column: null, says: "slack: who touched orders?" })).toMatchObject({ did: "slack: who touched orders?", column: "", where: "about sales.orders" });
  });
});

test("a gap is in minutes, then hours, then days", () => {
  const after = (minutes: number): string => gap("2026-04-20T00:00:00Z", new Date(Date.UTC(2026, 3, 20) + minutes * 60_000).toISOString());
  expect([0, 1, 52, 60, 157, 3 * 1440].map(after)).toEqual(["less than a minute", "1 minute", "52 minutes", "1 h", "2 h 37 min", "3 days"]);
});

test("phases stand in their order, each by time, and none is empty", () => {
  const rows = phases([moment("CASCADE", "2026-04-20T03:00:00Z"), moment("BUSINESS_IMPACT", "2026-04-20T02:30:00Z"), moment("CASCADE", "2026-04-20T02:00:00Z"), moment("ROOT_CAUSE", "2026-04-20T01:00:00Z")]);
  expect(rows.map((row) => [row.title, row.moments.map((one) => one.at.slice(11, 13))])).toEqual([["Root cause", ["01"]], ["Cascade", ["02", "03"]], ["Business impact", ["02"]]]);
});

test("what a machine said is told apart from what happened", () => {
  expect(whatAndDetail("run failed: load \u2014 psycopg.errors.UndefinedColumn: column a does not exist")).toEqual({ what: "run failed: load", detail: "column a does not exist" });
});

test("a share too small to be drawn is left out of the bar", () => {
  const cause = { change, probability: 0.9, score: 1, why: [], why_not: [], path: [], explains: [] };
  expect(shares({ cause, alternatives: [{ ...cause, probability: 0 }], none_probability: 0.1 })).toHaveLength(2);
});

test("each node of a proof stands right of what leads to it", () => {
  const about = { at: null, says: "", type: null, owners: [], tier: null };
  const graph = { nodes: ["a", "b", "c"].map((name) => ({ node: node(name), state: "failed" as const, ...about })), links: [{ source: "dataset:shop/a", target: "dataset:shop/b" }, { source: "dataset:shop/b", target: "dataset:shop/c" }], total: 3 };
  const { positions } = proofDrawing(graph, { ...change, node: node("a") });
  const places = ["change", "dataset:shop/a", "dataset:shop/b", "dataset:shop/c"].map((id) => positions.get(asNodeId(id))?.x ?? 0);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(new Set(places).size).toBe(4);
});

test("a rollback takes each change back, the last one first", () => {
  const about = { new_name: null, old_type: null, new_type: null, how: null };
  const changes = [
    { ...about, kind: "removed", column: "amount_usd", old_type: "numeric(12,2)" }, { ...about, kind: "added", column: "amount_minor_units", new_type: "bigint" },
    { ...about, kind: "renamed", column: "a", new_name: "b" }, { ...about, kind: "type_changed", column: "c", old_type: "int", new_type: "text" }, { ...about, kind: "reordered", column: "d" },
  ];
  expect(rollbackOf(changes).map(writeChange)).toEqual(["type:c:int", "rename:b:a", "drop:amount_minor_units", "add:amount_usd:numeric(12,2)"]);
});

test("a page, a message and a failure are told apart", () => {
  const stateOf = (evidence: string, says: string) => momentState({ phase: "BUSINESS_IMPACT", evidence, says });
  expect([stateOf("signal:1", "slack: it is red"), stateOf("signal:2", "pagerduty: stale"), stateOf("run:3", "run failed"), stateOf("schema:4", "dropped")]).toEqual(["said", "paged", "failed", "changed"]);
});
