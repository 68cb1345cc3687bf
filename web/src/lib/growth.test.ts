import { expect, test } from "vitest";
import { asNodeId } from "./entity";
import { type Growth, beyond, depthOf, grow, readGrowth, withWriters, writeGrowth } from "./growth";
import type { GraphEdge, GraphNode, LineageGraph } from "./lineageGraph";

const id = (name: string) => asNodeId(`dataset:n/${name}`);
const node = (name: string, depth: number): GraphNode => ({ id: id(name), entity: { kind: "dataset", namespace: "n", name, field: null }, depth, columns: [], jobs: [] });
const edge = (source: string, target: string): GraphEdge => ({ id: `${source}>${target}`, source: id(source), target: id(target), sourceColumn: null, targetColumn: null, isIndirect: false, facts: [] });
// a feeds b and c; each of them feeds two more, and b one after those.
const deep: LineageGraph = {
  root: id("a"), rootColumn: null,
  nodes: new Map([node("a", 0), node("b", 1), node("c", 1), node("b1", 2), node("b2", 2), node("c1", 2), node("c2", 2), node("b11", 3)].map((one) => [one.id, one])),
  edges: [edge("a", "b"), edge("a", "c"), edge("b", "b1"), edge("b", "b2"), edge("c", "c1"), edge("c", "c2"), edge("b1", "b11"), edge("b", "b1")],
};
const names = (graph: LineageGraph) => [...graph.nodes.values()].map((one) => one.entity.name);
const grown = (name: string, isAll = false): Growth => ({ way: "down", isAll, id: id(name) });

test("only what was asked for grows, and an edge to what is not drawn is left out", () => {
  const graph = grow(deep, { up: 1, down: 1 }, [grown("b")]);
  expect(names(graph)).toEqual(["a", "b", "c", "b1", "b2"]);
  expect(graph.edges).toHaveLength(5);
});

test("all of it grows to the end, and what was never drawn grows nothing", () => {
  expect(names(grow(deep, { up: 1, down: 1 }, [grown("b", true), grown("c1")]))).toEqual(["a", "b", "c", "b1", "b2", "b11"]);
  expect(names(grow(deep, { up: 1, down: 0 }, [grown("b")]))).toEqual(["a"]);
});

test("each node says how many lie beyond it, each neighbour once", () => {
  const shown = grow(deep, { up: 1, down: 1 }, [grown("c")]);
  expect([...beyond(deep, shown.nodes)]).toEqual([[id("b"), { up: 0, down: 2 }]]);
});

test("the walk goes one hop further than what is drawn, and to the end where all of it is", () => {
  expect([depthOf(1, [], "down"), depthOf(1, [grown("b"), grown("b1")], "down"), depthOf(1, [grown("b")], "up"), depthOf(1, [grown("b", true)], "down"), depthOf(undefined, [], "down")]).toEqual([2, 4, 2, undefined, undefined]);
});

test("an address keeps what grew, and what is none is left out", () => {
  const all = [grown("b", true), { way: "up", isAll: false, id: asNodeId("dataset:s3://a/b:c") } as const];
  expect(readGrowth(all.map(writeGrowth))).toEqual(all);
  expect(readGrowth(["side:dataset:a/b", "up:", "dataset:a/b"])).toEqual([]);
});

test("what stands at the edge of a drawing says who writes it, as the deeper graph knows", () => {
  const edgeOnly = { ...deep, nodes: new Map([[id("b"), { ...node("b", 1), columns: ["x"] }]]) };
  const known = { ...deep, nodes: new Map([[id("b"), { ...node("b", 1), jobs: [asNodeId("job:n/load")] }]]) };
  expect([...withWriters(edgeOnly, known).nodes.values()]).toEqual([{ ...node("b", 1), columns: ["x"], jobs: ["job:n/load"] }]);
  expect(withWriters(known, edgeOnly)).toEqual(known);
});
