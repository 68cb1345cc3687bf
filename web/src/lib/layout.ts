/** Where nodes stand: ranks from left to right, few crossings, no two on one another. Pure; runs anywhere. */
import type { NodeId } from "./entity";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly id: NodeId;
  readonly width: number;
  readonly height: number;
  /** Where edges meet it, from its top, by column; the empty name is its head. */
  readonly ports: Readonly<Record<string, number>>;
}

export interface Line {
  readonly id: string;
  readonly source: NodeId;
  readonly target: NodeId;
  readonly sourcePort: string;
  readonly targetPort: string;
}

export interface Layout {
  readonly positions: ReadonlyMap<NodeId, Point>;
  /** The bends of an edge, from its source to its target. */
  readonly routes: ReadonlyMap<string, readonly Point[]>;
}

export const RANK_GAP = 44;
export const NODE_GAP = 22;
const SWEEPS = 24;

/** Ranks by the longest path, then sweeps that move each node to the middle of its neighbours. */
export function rankLayout(boxes: readonly Box[], lines: readonly Line[], rankGap = RANK_GAP, nodeGap = NODE_GAP): Layout {
  const ranks = longestPathRanks(boxes, lines);
  const columns: Box[][] = [];
  for (const box of boxes) (columns[ranks.get(box.id) ?? 0] ??= []).push(box);
  const neighbours = neighboursOf(lines);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) orderColumns(columns, neighbours, sweep % 2 === 1);
  const positions = new Map<NodeId, Point>();
  let x = 0;
  const heightOf = (column: readonly Box[] | undefined): number => (column ?? []).reduce((sum, box) => sum + box.height + nodeGap, -nodeGap);
  const tallest = Math.max(0, ...columns.map(heightOf));
  for (const column of columns) {
    let y = (tallest - heightOf(column)) / 2;
    for (const box of column ?? []) {
      positions.set(box.id, { x, y });
      y += box.height + nodeGap;
    }
    x += Math.max(0, ...(column ?? []).map((box) => box.width)) + rankGap;
  }
  return { positions, routes: straightRoutes(boxes, lines, positions) };
}

/** The longest way from any source; of a cycle, the edge that closes it is passed over. */
export function longestPathRanks(boxes: readonly Box[], lines: readonly Line[]): ReadonlyMap<NodeId, number> {
  const incoming = new Map<NodeId, NodeId[]>();
  for (const line of lines) {
    if (line.source !== line.target) incoming.set(line.target, [...(incoming.get(line.target) ?? []), line.source]);
  }
  const ranks = new Map<NodeId, number>();
  const open = new Set<NodeId>();
  for (const { id } of boxes) {
    // By hand, as a chain of ten thousand would be too deep for calls.
    const stack = [id];
    while (stack.length) {
      const top = stack[stack.length - 1] as NodeId;
      if (ranks.has(top)) {
        stack.pop();
        continue;
      }
      const before = incoming.get(top) ?? [];
      const waiting = open.has(top) ? [] : before.filter((one) => !ranks.has(one) && !open.has(one));
      open.add(top);
      if (waiting.length) {
        stack.push(...waiting);
        continue;
      }
      ranks.set(top, Math.max(0, ...before.map((one) => (ranks.get(one) ?? -1) + 1)));
      open.delete(top);
      stack.pop();
    }
  }
  return ranks;
}

function neighboursOf(lines: readonly Line[]): { before: Map<NodeId, NodeId[]>; after: Map<NodeId, NodeId[]> } {
  const before = new Map<NodeId, NodeId[]>();
  const after = new Map<NodeId, NodeId[]>();
  for (const { source, target } of lines) {
    before.set(target, [...(before.get(target) ?? []), source]);
    after.set(source, [...(after.get(source) ?? []), target]);
  }
  return { before, after };
}

function orderColumns(columns: (Box[] | undefined)[], { before, after }: ReturnType<typeof neighboursOf>, isBackward: boolean): void {
  const places = new Map<NodeId, number>();
  for (const column of columns) column?.forEach((box, index) => places.set(box.id, (index + 0.5) / column.length));
  const order = isBackward ? [...columns].reverse() : columns;
  for (const column of order) {
    if (!column) continue;
    const middle = (box: Box): number => {
      const others = (isBackward ? after : before).get(box.id) ?? [];
      const known = others.map((id) => places.get(id)).filter((place) => place !== undefined);
      return known.length ? known.reduce((sum, place) => sum + place, 0) / known.length : (places.get(box.id) ?? 0);
    };
    const middles = new Map(column.map((box) => [box.id, middle(box)]));
    column.sort((a, b) => (middles.get(a.id) ?? 0) - (middles.get(b.id) ?? 0));
    column.forEach((box, index) => places.set(box.id, (index + 0.5) / column.length));
  }
}

/** From port to port, without regard to what lies between. */
export function straightRoutes(boxes: readonly Box[], lines: readonly Line[], positions: ReadonlyMap<NodeId, Point>): ReadonlyMap<string, readonly Point[]> {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const routes = new Map<string, readonly Point[]>();
  for (const line of lines) {
    const [source, target] = [byId.get(line.source), byId.get(line.target)];
    const [from, to] = [positions.get(line.source), positions.get(line.target)];
    if (!source || !target || !from || !to) continue;
    routes.set(line.id, [
      { x: from.x + source.width, y: from.y + portOf(source, line.sourcePort) },
      { x: to.x, y: to.y + portOf(target, line.targetPort) },
    ]);
  }
  return routes;
}

export function portOf(box: Box, name: string): number {
  return box.ports[name] ?? box.ports[""] ?? box.height / 2;
}

/** A path through points, level at each of them, so that an edge runs straight through a rank and bends between. */
export function pathThrough(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let before = first;
  const parts = [`M${round(first.x)} ${round(first.y)}`];
  for (const point of rest) {
    const reach = Math.max(Math.abs(point.x - before.x) / 2, 12);
    const isLevel = Math.abs(point.y - before.y) < 0.5;
    parts.push(isLevel ? `L${round(point.x)} ${round(point.y)}` : `C${round(before.x + reach)} ${round(before.y)} ${round(point.x - reach)} ${round(point.y)} ${round(point.x)} ${round(point.y)}`);
    before = point;
  }
  return parts.join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
