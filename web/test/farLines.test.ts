/** What a graph is from far: few shapes, whatever the number of its lines. */
import { expect, test } from "vitest";
import { farShapes } from "@/features/lineage/FarLines";
import type { EdgeData } from "@/features/lineage/LineageEdge";

const line = (look: EdgeData["look"], y: number): EdgeData => ({ points: [{ x: 0, y: 0 }, { x: 100, y: 0 }], heads: [y, y], edges: [], isIndirect: false, look, isDimmed: false });

test("lines of one look are one shape, and what is looked for lies on top of the others", () => {
  const shapes = farShapes([line("proof", 5), line("plain", 10), line("plain", 20)]);
  expect(shapes.map(({ look }) => look)).toEqual(["plain", "proof"]);
  expect(shapes[0]?.path).toBe("M0 10L100 10M0 20L100 20");
});

test("what the filter leaves out is a shape of its own", () => {
  expect(farShapes([line("plain", 1), { ...line("plain", 2), isDimmed: true }])).toHaveLength(2);
});
