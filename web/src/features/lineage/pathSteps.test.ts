import { expect, test } from "vitest";
import { asNodeId } from "@/lib/entity";
import type { GraphEdge, LineageGraph } from "@/lib/lineageGraph";
import { pathSteps } from "./pathSteps";

const id = (name: string) => asNodeId(`dataset:w/${name}`);
const edge = (text: string): GraphEdge => {
  const [[source = "", sourceColumn = null] = [], [target = "", targetColumn = null] = []] = text.split(" > ").map((end) => end.split("."));
  return { id: text, source: id(source), target: id(target), sourceColumn, targetColumn, isIndirect: false, facts: [] };
};
const graph = (...edges: string[]): LineageGraph => ({ root: id("orders"), rootColumn: null, nodes: new Map(), edges: edges.map(edge) });
const words = (made: LineageGraph, column: string | null, to: string) => pathSteps(made, id("orders"), column, id(to)).map((step) => `${step.node.slice("dataset:w/".length)}.${step.column}`);

test("the shortest way is told, column by column", () => {
  const made = graph("orders.a > mid.b", "mid.b > far.c", "far.c > board.d", "mid.b > board.e");
  expect(words(made, "a", "board")).toEqual(["orders.a", "mid.b", "board.e"]);
});

test("what another column leads to is no way of this one", () => {
  expect(words(graph("orders.other > board.x"), "a", "board")).toEqual([]);
});

test("a cycle ends the search instead of going round", () => {
  expect(words(graph("orders.a > mid.b", "mid.b > orders.a"), "a", "board")).toEqual([]);
});
