/** A small graph of named boxes, from the cause on the left to what it led to; pure. */
import type { NodeId } from "./entity";
import { type Box, type Layout, type Line, rankLayout } from "./layout";

export const BOX_HEIGHT = 42;
const LETTER = 7;
const SIDES = 44;
const [LEAST_WIDTH, MOST_WIDTH] = [112, 200];
const [RANKS_APART, NODES_APART] = [28, 12];

export interface Named {
  readonly id: NodeId;
  readonly label: string;
}

export interface BoxDrawing<Node extends Named> extends Layout {
  readonly nodes: readonly (Node & { readonly width: number })[];
  readonly lines: readonly Line[];
  readonly height: number;
}

/** Boxes as wide as their names, each right of what leads to it. */
export function boxDrawing<Node extends Named>(named: readonly Node[], links: readonly { readonly source: NodeId; readonly target: NodeId }[]): BoxDrawing<Node> {
  const nodes = named.map((node) => ({ ...node, width: Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, node.label.length * LETTER + SIDES)) }));
  const lines = links.map(({ source, target }): Line => ({ id: `${source}>${target}`, source, target, sourcePort: "", targetPort: "" }));
  const boxes = nodes.map(({ id, width }): Box => ({ id, width, height: BOX_HEIGHT, ports: { "": BOX_HEIGHT / 2 } }));
  const placed = rankLayout(boxes, lines, RANKS_APART, NODES_APART);
  return { ...placed, nodes, lines, height: Math.max(0, ...[...placed.positions.values()].map((place) => place.y + BOX_HEIGHT)) };
}
