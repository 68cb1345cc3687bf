import { expect, test } from "vitest";
import { asNodeId } from "./entity";
import { type WalkEdge, type Walked, lineageGraph, onPath } from "./lineageGraph";

const node = (name: string, field: string | null = null) => ({ id: `${field ? "column" : "dataset"}:n/${name}${field ? `#${field}` : ""}`, kind: field ? "column" : "dataset", namespace: "n", name, field });
const edge = (source: string, target: string, more: Partial<WalkEdge> = {}): WalkEdge => ({
  source, target, kind: "feeds", job: "job:n/j", origin: "column_facet", confidence: 0.95, subtype: null, masking: null, description: null,
  first_seen: "2026-04-01T00:00:00Z", last_seen: "2026-04-19T00:00:00Z", ...more,
});
const down = (root: ReturnType<typeof node>, nodes: [ReturnType<typeof node>, number][], edges: WalkEdge[]): Walked => ({ root, direction: "downstream", nodes: nodes.map(([one, depth]) => ({ node: one, depth })), edges });
const id = (name: string) => asNodeId(`dataset:n/${name}`);

test("what lies both ways stands where it is nearest", () => {
  const a = node("a");
  const graph = lineageGraph([{ ...down(a, [[node("b"), 3]], []), direction: "upstream" }, down(a, [[node("b"), 1]], [])]);
  expect(graph?.nodes.get(id("b"))?.depth).toBe(1);
});

test("columns are rows of their dataset, and edges lead from row to row", () => {
  const graph = lineageGraph([down(node("a", "x"), [[node("b", "y"), 1], [node("b", "z"), 1]], [edge("column:n/a#x", "column:n/b#y", { kind: "column" })])]);
  expect(graph?.nodes.get(id("b"))?.columns).toEqual(["y", "z"]);
  expect(graph?.edges[0]).toMatchObject({ source: id("a"), target: id("b"), sourceColumn: "x", targetColumn: "y", isIndirect: false });
});

test("a walk from all columns of a dataset has edges from columns that it does not list", () => {
  const graph = lineageGraph([down(node("a"), [[node("b", "y"), 1]], [edge("column:n/a#x", "column:n/b#y", { kind: "column" })])]);
  expect(graph?.edges).toHaveLength(1);
  expect(graph?.nodes.get(id("a"))?.columns).toEqual(["x"]);
});

test("edges of several jobs between the same two are one, with a fact of each", () => {
  const twice = edge("dataset:n/a", "dataset:n/b");
  const graph = lineageGraph([down(node("a"), [[node("b"), 1]], [twice, twice, { ...twice, job: "job:n/k" }])]);
  expect(graph?.edges.map((one) => one.facts.length)).toEqual([2]);
  expect(graph?.nodes.get(id("b"))?.jobs).toEqual(["job:n/j", "job:n/k"]);
});

test("an edge to what is not drawn is left out", () => {
  expect(lineageGraph([down(node("a"), [], [edge("dataset:n/a", "dataset:n/gone")])])?.edges).toEqual([]);
});

test("a path holds every way between its ends, also through a cycle, and nothing else", () => {
  const graph = lineageGraph([down(node("a"), [["b", 1], ["c", 1], ["d", 2], ["e", 1]].map(([name, depth]) => [node(String(name)), Number(depth)]), [
    edge("dataset:n/a", "dataset:n/b"), edge("dataset:n/a", "dataset:n/c"), edge("dataset:n/b", "dataset:n/d"), edge("dataset:n/c", "dataset:n/d"), edge("dataset:n/d", "dataset:n/b"), edge("dataset:n/a", "dataset:n/e"),
  ])]);
  if (!graph) throw new Error("no graph");
  expect([...onPath(graph, id("a"), id("d")).nodes].sort()).toEqual(["a", "b", "c", "d"].map(id));
  expect(onPath(graph, id("e"), id("d")).nodes.size).toBe(0);
});
