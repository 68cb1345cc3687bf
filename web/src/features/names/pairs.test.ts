import { describe, expect, test } from "vitest";
import type { LikelyAlias, Node } from "@/api/schema";
import { joinedBy } from "./pairs";

function node(name: string): Node {
  return { id: `dataset:w/${name}`, kind: "dataset", namespace: "w", name, field: null };
}

function pair(one: string, other: string, edges: [number, number], columns = 0): LikelyAlias {
  return { dataset: node(one), alias: node(other), rule: "spelling", shared_columns: columns, dataset_edges: edges[0], alias_edges: edges[1] };
}

describe("what joining brings together", () => {
  test("a pair becomes one place", () => {
    expect(joinedBy([pair("a", "A", [3, 2], 4)])).toEqual({ datasets: 2, places: 1, columns: 4, edges: 5 });
  });

  test("pairs that share a name become one place, and its edges count once", () => {
    expect(joinedBy([pair("a", "A", [3, 2]), pair("A", "b", [2, 1]), pair("x", "y", [1, 1])])).toEqual({ datasets: 5, places: 2, columns: 0, edges: 8 });
  });

  test("a ring of pairs is one place", () => {
    expect(joinedBy([pair("a", "b", [0, 0]), pair("b", "c", [0, 0]), pair("c", "a", [0, 0])]).places).toBe(1);
  });
});
