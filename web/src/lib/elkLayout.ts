/** The same by ELK, in a worker: better lanes for edges, but slow above a hundred and fifty nodes. */
import ELK, { type ElkNode } from "elkjs/lib/elk-api.js";
import workerUrl from "elkjs/lib/elk-worker.min.js?url";
import type { NodeId } from "./entity";
import { type Box, type Layout, type Line, NODE_GAP, type Point, RANK_GAP, portOf, rankLayout } from "./layout";

export const MOST_NODES = 150;

let elk: InstanceType<typeof ELK> | null = null;

/** Start the worker before it is needed: it takes longer than most layouts. */
export function prepareLayout(): void {
  elk ??= new ELK({ workerFactory: () => new Worker(workerUrl) });
}

/** Positions and routes; by ranks where there is too much for ELK, or where it fails. */
export async function layOut(boxes: readonly Box[], lines: readonly Line[]): Promise<Layout> {
  if (boxes.length > MOST_NODES) return rankLayout(boxes, lines);
  try {
    prepareLayout();
    if (!elk) throw new Error("no worker");
    return read(await elk.layout(write(boxes, lines)));
  } catch {
    return rankLayout(boxes, lines);
  }
}

function write(boxes: readonly Box[], lines: readonly Line[]): ElkNode {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const port = (id: NodeId, name: string, side: "EAST" | "WEST"): string => `${id}|${name}|${side}`;
  const children = boxes.map((box) => {
    const used = new Map<string, { name: string; side: "EAST" | "WEST" }>();
    for (const line of lines) {
      if (line.source === box.id) used.set(port(box.id, line.sourcePort, "EAST"), { name: line.sourcePort, side: "EAST" });
      if (line.target === box.id) used.set(port(box.id, line.targetPort, "WEST"), { name: line.targetPort, side: "WEST" });
    }
    const ports = [...used].map(([id, { name, side }]) => ({
      id, width: 0, height: 0, x: side === "EAST" ? box.width : 0, y: portOf(box, name), layoutOptions: { "elk.port.side": side },
    }));
    return { id: box.id, width: box.width, height: box.height, ports, layoutOptions: { "elk.portConstraints": "FIXED_POS" } };
  });
  const edges = lines
    .filter((line) => byId.has(line.source) && byId.has(line.target))
    .map((line) => ({ id: line.id, sources: [port(line.source, line.sourcePort, "EAST")], targets: [port(line.target, line.targetPort, "WEST")] }));
  const layoutOptions = {
    "elk.algorithm": "layered",
    "elk.direction": "RIGHT",
    "elk.edgeRouting": "POLYLINE",
    // What closes a cycle runs back, from wherever the sources lead to first.
    "elk.layered.cycleBreaking.strategy": "DEPTH_FIRST",
    "elk.layered.layering.strategy": "LONGEST_PATH_SOURCE",
    "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
    "elk.layered.spacing.nodeNodeBetweenLayers": String(RANK_GAP),
    "elk.spacing.nodeNode": String(NODE_GAP),
    "elk.layered.spacing.edgeNodeBetweenLayers": "18",
    "elk.spacing.edgeNode": "14",
    "elk.spacing.edgeEdge": "10",
    "elk.separateConnectedComponents": "false",
  };
  return { id: "root", layoutOptions, children, edges };
}

function read(laidOut: ElkNode): Layout {
  const positions = new Map<NodeId, Point>();
  for (const node of laidOut.children ?? []) positions.set(node.id as NodeId, { x: node.x ?? 0, y: node.y ?? 0 });
  const routes = new Map<string, readonly Point[]>();
  for (const edge of laidOut.edges ?? []) {
    const [section] = edge.sections ?? [];
    if (section) routes.set(edge.id, [section.startPoint, ...(section.bendPoints ?? []), section.endPoint]);
  }
  return { positions, routes };
}
