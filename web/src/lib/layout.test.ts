import { expect, test } from "vitest";
import { asNodeId } from "./entity";
import { type Box, type Line, longestPathRanks, pathThrough, rankLayout } from "./layout";

const box = (name: string): Box => ({ id: asNodeId(name), width: 200, height: 60, ports: { "": 22 } });
const line = (source: string, target: string): Line => ({ id: `${source}>${target}`, source: asNodeId(source), target: asNodeId(target), sourcePort: "", targetPort: "" });

/** The same numbers at every run: no test depends on luck. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

function randomGraph(seed: number, nodes: number, edges: number): [Box[], Line[]] {
  const next = random(seed);
  const pick = (): string => `n${Math.floor(next() * nodes)}`;
  return [Array.from({ length: nodes }, (_, index) => box(`n${index}`)), Array.from({ length: edges }, () => line(pick(), pick()))];
}

test("a node stands right of everything that feeds it", () => {
  const ranks = longestPathRanks(["a", "b", "c"].map(box), [line("a", "b"), line("b", "c"), line("a", "c")]);
  expect([...ranks.values()]).toEqual([0, 1, 2]);
});

test.each([1, 2, 3, 4, 5])("no two nodes overlap, cycles and all (graph %d)", (seed) => {
  const [boxes, lines] = randomGraph(seed, 60, 150);
  const { positions, routes } = rankLayout(boxes, lines);
  const placed = boxes.map((one) => ({ ...positions.get(one.id), width: one.width, height: one.height })) as { x: number; y: number; width: number; height: number }[];
  for (const [index, one] of placed.entries()) {
    for (const other of placed.slice(index + 1)) {
      const apart = one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y || other.y + other.height <= one.y;
      expect(apart).toBe(true);
    }
  }
  expect(routes.size).toBe(new Set(lines.map((one) => one.id)).size);
});

test("a thousand nodes with three thousand edges are placed in the time of a blink", () => {
  const [boxes, lines] = randomGraph(7, 1000, 3000);
  const began = performance.now();
  expect(rankLayout(boxes, lines).positions.size).toBe(1000);
  expect(performance.now() - began).toBeLessThan(5000);
});

test("a chain of twenty thousand is no deeper than the stack", () => {
  const boxes = Array.from({ length: 20_000 }, (_, index) => box(`n${index}`));
  const ranks = longestPathRanks(boxes.toReversed(), boxes.slice(1).map((_, index) => line(`n${index}`, `n${index + 1}`)));
  expect(ranks.get(asNodeId("n19999"))).toBe(19_999);
});

test("an edge is level where it leaves, where it arrives and in between", () => {
  expect(pathThrough([{ x: 0, y: 0 }, { x: 100, y: 50 }, { x: 300, y: 50 }])).toBe("M0 0C50 0 50 50 100 50L300 50");
  expect(pathThrough([])).toBe("");
});
