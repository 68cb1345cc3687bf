import { expect, test } from "vitest";
import { type SchemaChangeAt, graphDiff, reversed, sideOf, touched } from "./diff";
import { asNodeId } from "./entity";
import type { GraphEdge, GraphNode, LineageGraph } from "./lineageGraph";

const id = (name: string) => asNodeId(`dataset:n/${name}`);
const node = (name: string, columns: string[] = []): GraphNode => ({ id: id(name), entity: { kind: "dataset", namespace: "n", name, field: null }, depth: 0, columns, jobs: [] });
const edge = (source: string, target: string, sourceColumn: string | null = null): GraphEdge => ({ id: `${source}#${sourceColumn}>${target}`, source: id(source), target: id(target), sourceColumn, targetColumn: null, isIndirect: false, facts: [] });
const graph = (nodes: GraphNode[], edges: GraphEdge[]): LineageGraph => ({ root: id("a"), rootColumn: null, nodes: new Map(nodes.map((one) => [one.id, one])), edges });

test("two equal graphs differ in nothing", () => {
  const one = graph([node("a"), node("b")], [edge("a", "b")]);
  expect(graphDiff(one, one, []).total).toBe(0);
});

test("what came and what went are both drawn", () => {
  const diff = graphDiff(graph([node("a"), node("b")], [edge("a", "b")]), graph([node("a"), node("c")], [edge("a", "c")]), []);
  expect([...diff.nodes]).toEqual([[id("c"), "added"], [id("b"), "removed"]]);
  expect([...diff.edges.values()]).toEqual(["added", "removed"]);
  expect([diff.graph.nodes.size, diff.graph.edges.length]).toEqual([3, 2]);
});

test("an edge that outlives its column ends at a column that is gone", () => {
  const same = graph([node("a", ["x"]), node("b")], [edge("a", "b", "x")]);
  const diff = graphDiff(same, same, [{ dataset: id("a"), at: "", columns: [{ column: "x", change: "removed" }, { column: "y", change: "added" }] }]);
  expect(diff.ending.size).toBe(1);
  expect(diff.graph.nodes.get(id("a"))?.columns).toEqual(["x", "y"]);
  expect(diff.nodes.get(id("a"))).toBe("changed");
  expect(diff.total).toBe(3);
});

test("a schema that changed elsewhere does not count", () => {
  const one = graph([node("a")], []);
  expect(graphDiff(one, one, [{ dataset: id("far"), at: "", columns: [{ column: "x", change: "added" }] }]).total).toBe(0);
});

test("one side is what held then: neither what came later nor what had gone", () => {
  const schemas: SchemaChangeAt[] = [{ dataset: id("a"), at: "", columns: [{ column: "x", change: "removed" }, { column: "y", change: "added" }] }];
  const diff = graphDiff(graph([node("a", ["x"]), node("b")], [edge("a", "b")]), graph([node("a"), node("c")], [edge("a", "c")]), schemas);
  const shown = (side: "a" | "b") => { const one = sideOf(diff, side); return [[...one.nodes.keys()], one.nodes.get(id("a"))?.columns, one.edges.map((edge) => edge.target)]; };
  expect(shown("a")).toEqual([[id("a"), id("b")], ["x"], [id("b")]]);
  expect(shown("b")).toEqual([[id("a"), id("c")], ["y"], [id("c")]]);
});

test("the way back makes of what came what goes", () => {
  const there: SchemaChangeAt[] = [{ dataset: id("a"), at: "1", columns: [{ column: "x", change: "removed" }] }, { dataset: id("b"), at: "2", columns: [{ column: "y", change: "changed" }] }];
  expect(reversed(there).map((one) => [one.at, one.columns[0]?.change])).toEqual([["2", "changed"], ["1", "added"]]);
});

test("a dataset is touched where an edge ends that differs, and else left alone", () => {
  const both = [node("a"), node("b"), node("c")];
  expect([...touched(graphDiff(graph(both, [edge("a", "b"), edge("b", "c")]), graph(both, [edge("b", "c")]), []))]).toEqual([id("a"), id("b")]);
});
