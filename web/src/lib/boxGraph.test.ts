import { expect, test } from "vitest";
import { boxDrawing } from "./boxGraph";
import { asNodeId } from "./entity";

const node = (label: string) => ({ id: asNodeId(label), label });

test("each box stands right of what leads to it, and is as wide as its name", () => {
  const { positions, nodes, height } = boxDrawing([node("a"), node("a".repeat(20)), node("a".repeat(60))], [{ source: asNodeId("a"), target: asNodeId("a".repeat(20)) }, { source: asNodeId("a".repeat(20)), target: asNodeId("a".repeat(60)) }]);
  const places = nodes.map(({ id }) => positions.get(id)?.x ?? -1);
  expect(places[0]).toBe(0);
  expect(places[1]).toBeGreaterThan(nodes[0]?.width ?? 0);
  expect(places[2]).toBeGreaterThan(places[1] ?? 0);
  expect(nodes.map(({ width }) => width)).toEqual([112, 184, 200]);
  expect(height).toBe(42);
});

test("nothing at all has no height", () => {
  expect(boxDrawing([], []).height).toBe(0);
});
