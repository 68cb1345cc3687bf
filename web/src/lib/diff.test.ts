import { expect, test } from "vitest";
import { graphDiff } from "./diff";
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
