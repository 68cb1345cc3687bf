import { expect, test } from "vitest";
import { asNodeId } from "./entity";
import { byParentJob, bySchema, fold, without } from "./fold";
import { type Walked, lineageGraph } from "./lineageGraph";

const node = (name: string) => ({ id: `dataset:n/${name}`, kind: "dataset", namespace: "n", name, field: null });
const edge = (source: string, target: string) => ({ source: `dataset:n/${source}`, target: `dataset:n/${target}`, kind: "dataset", job: `job:n/make_${target}`, origin: "lineage_facet", confidence: 1, subtype: null, masking: null, description: null, first_seen: "", last_seen: "" });
const WALK: Walked = {
  root: node("w.sales.orders"), direction: "downstream",
  nodes: [{ node: node("w.mart.a"), depth: 1 }, { node: node("w.mart.b"), depth: 1 }, { node: node("w.bi.one"), depth: 2 }],
  edges: [edge("w.sales.orders", "w.mart.a"), edge("w.sales.orders", "w.mart.b"), edge("w.mart.a", "w.mart.b"), edge("w.mart.b", "w.bi.one")],
};
const UP: Walked = { ...WALK, direction: "upstream", nodes: [{ node: node("w.mart.before"), depth: 1 }, { node: node("w.mart.base"), depth: 2 }], edges: [edge("w.mart.before", "w.sales.orders"), edge("w.mart.base", "w.mart.before")] };

function graphOf(...walks: Walked[]) {
  const graph = lineageGraph(walks);
  if (!graph) throw new Error("no graph");
  return graph;
}

test("datasets of one schema are one node, and edges meet it once", () => {
  const { graph, groups } = fold(graphOf(WALK), bySchema);
  const group = asNodeId("group:down:n/mart");
  expect([...graph.nodes.keys()]).toEqual(["dataset:n/w.sales.orders", group, "dataset:n/w.bi.one"]);
  expect(groups.get(group)?.members.map((member) => member.entity.name)).toEqual(["w.mart.a", "w.mart.b"]);
  expect(graph.edges.map((one) => [one.source, one.target, one.facts.length])).toEqual([
    ["dataset:n/w.sales.orders", group, 2],
    [group, "dataset:n/w.bi.one", 1],
  ]);
});

test("a schema on both sides of the subject is two nodes, so that edges still lead one way", () => {
  expect([...fold(graphOf(WALK, UP), bySchema).groups.keys()]).toEqual(["group:down:n/mart", "group:up:n/mart"]);
});

test("a group that is open shows its members, and still knows them", () => {
  const { graph, groups, groupOf } = fold(graphOf(WALK), bySchema, ["group:down:n/mart"]);
  expect(groups.size).toBe(0);
  expect(graph.nodes.size).toBe(4);
  expect(groupOf.get(asNodeId("dataset:n/w.mart.a"))).toBe("group:down:n/mart");
});

test("what is to be seen is not folded, and one alone is no group", () => {
  expect(fold(graphOf(WALK), bySchema, [], new Set([asNodeId("dataset:n/w.mart.a")])).groups.size).toBe(0);
});

test("jobs of one parent fold together what they write", () => {
  const parents = new Map(["a", "b"].map((one) => [asNodeId(`job:n/make_w.mart.${one}`), asNodeId("job:n/nightly")]));
  const { groups } = fold(graphOf(WALK), byParentJob(parents));
  expect([...groups.values()].map(({ name, members }) => [name, members.length])).toEqual([["nightly", 2]]);
});

test("without some nodes, edges to them are gone too, and the subject stays", () => {
  const left = without(graphOf(WALK), new Set([asNodeId("dataset:n/w.mart.b"), asNodeId("dataset:n/w.sales.orders")]));
  expect([...left.nodes.keys()]).toEqual(["dataset:n/w.sales.orders", "dataset:n/w.mart.a", "dataset:n/w.bi.one"]);
  expect(left.edges).toHaveLength(1);
});
