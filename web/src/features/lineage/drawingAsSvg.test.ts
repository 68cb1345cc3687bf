import { expect, test } from "vitest";
import { asNodeId } from "@/lib/entity";
import { rankLayout } from "@/lib/layout";
import { lineageGraph } from "@/lib/lineageGraph";
import { boxOf, linesOf, rowsOf } from "./drawing";
import { drawingAsSvg } from "./drawingAsSvg";

const NASTY = `x"><script>alert(1)</script>&amp;\u0000`;

test("a name from a producer stays text in the picture", () => {
  const root = { id: `dataset:n/${NASTY}`, kind: "dataset", namespace: "n", name: NASTY, field: null };
  const graph = lineageGraph([{ root, direction: "upstream", nodes: [], edges: [] }]);
  if (!graph) throw new Error("no graph");
  const rows = new Map([...graph.nodes.values()].map((node) => [node.id, rowsOf({ ...node, columns: [NASTY] }, undefined)]));
  const boxes = [...rows].map(([id, shown]) => boxOf(id, shown, false));
  const lines = linesOf(graph, rows);
  const subject = { entity: { kind: "dataset" as const, namespace: "n", name: NASTY, field: null }, column: null, asOf: undefined, dir: "both" as const, up: 1, down: 1, level: "dataset" as const, indirect: false };
  const { text } = drawingAsSvg(subject, { graph, rows, boxes, lines, layout: rankLayout(boxes, lines), isCompact: false }, new Map(), () => "#000");
  expect(text).not.toContain("<script");
  expect(text).not.toContain("\u0000");
  expect(boxes[0]?.id).toBe(asNodeId(`dataset:n/${NASTY}`));
});
