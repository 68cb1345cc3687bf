/** A drawing in the words of React Flow; pure. */
import { Position } from "@xyflow/react";
import type { NodeId } from "@/lib/entity";
import type { GraphDiff } from "@/lib/diff";
import type { Beyond, Growth, Way } from "@/lib/growth";
import type { Group } from "@/lib/fold";
import type { Box, Line } from "@/lib/layout";
import type { GraphEdge } from "@/lib/lineageGraph";
import type { DatasetFlowNode } from "./DatasetNode";
import type { GroupFlowNode } from "./GroupNode";
import type { EdgeLook, LineageFlowEdge } from "./LineageEdge";
import { type NodeFacts, countStates } from "./nodeFacts";
import type { EdgeLooks } from "./overlay";
import { COMPACT, HEAD } from "./drawing";
import type { LineageSearch } from "./search";
import type { Drawing } from "./useDrawing";

const NO_COLUMNS: ReadonlySet<string> = new Set();
const NO_WAYS: readonly Way[] = [];

export interface FlowInput {
  readonly drawing: Drawing;
  readonly facts: ReadonlyMap<NodeId, NodeFacts>;
  /** Of the nodes, those that stand for several. */
  readonly groups: ReadonlyMap<NodeId, Group>;
  readonly selected: NodeId | null;
  readonly column: string | null;
  readonly open: readonly NodeId[];
  readonly misses: ReadonlySet<NodeId>;
  readonly path: { readonly nodes: ReadonlySet<NodeId>; readonly edges: ReadonlySet<string> } | null;
  readonly diff: GraphDiff | null;
  /** How many more lie beyond each node than are drawn. */
  readonly beyond: ReadonlyMap<NodeId, Beyond>;
  /** Where more is drawn than the hops say. */
  readonly growth: readonly Growth[];
  /** Columns that hold personal data. */
  readonly personal: ReadonlyMap<NodeId, ReadonlySet<string>>;
  /** What is laid over the edges. */
  readonly overlay: EdgeLooks;
  readonly select: (id: NodeId | null, column?: string) => void;
  readonly toggle: (id: NodeId) => void;
  readonly grow: (id: NodeId, way: Way, isAll: boolean) => void;
  /** Draw no more of it than the hops say. */
  readonly shrink: (id: NodeId, way?: Way) => void;
  readonly change: (change: Partial<LineageSearch>) => void;
  /** Fold again what a node belongs to. */
  readonly foldAgain: (id: NodeId) => void;
}

export function flowNodes(input: FlowInput): (DatasetFlowNode | GroupFlowNode)[] {
  const { graph, boxes, layout, rows } = input.drawing;
  return boxes.flatMap((box): (DatasetFlowNode | GroupFlowNode)[] => {
    const node = graph.nodes.get(box.id);
    const position = layout.positions.get(box.id);
    if (!node || !position) return [];
    const group = input.groups.get(box.id);
    const common = {
      id: box.id,
      position,
      width: box.width,
      height: box.height,
      // Known before it is drawn: React Flow would draw all of a graph once to measure it, also what is out of sight.
      measured: { width: box.width, height: box.height },
      handles: handlesOf(box),
      // React Flow takes nodes that can't be dragged or selected by itself for mere pictures.
      style: { pointerEvents: "all" as const },
    };
    const shared = { isSelected: input.selected === box.id, isDimmed: isDimmed(input, box.id), select: input.select, toggle: input.toggle };
    if (group) return [{ ...common, type: "folded" as const, data: { ...shared, group, states: countStates(group.members, input.facts) } }];
    return [{
      ...common,
      type: "dataset" as const,
      data: {
        ...shared,
        node,
        rows: rows.get(box.id) ?? { shown: [], hidden: 0 },
        facts: input.facts.get(box.id),
        writer: node.jobs[0] ? input.facts.get(node.jobs[0]) : undefined,
        isSubject: graph.root === box.id,
        isCompact: input.drawing.isCompact,
        isOpen: input.open.includes(box.id),
        column: input.column,
        changes: input.diff?.columns.get(box.id) ?? {},
        change: input.diff?.nodes.get(box.id) ?? null,
        personal: input.personal.get(box.id) ?? NO_COLUMNS,
        more: input.beyond.get(box.id) ?? null,
        grown: grownOf(input.growth, box.id),
        grow: input.grow,
        shrink: input.shrink,
        changeView: input.change,
      },
    }];
  });
}

/** Where lines end for React Flow; ours end at rows, by the layout. */
function handlesOf({ width, height }: Box): NonNullable<DatasetFlowNode["handles"]> {
  const y = height / 2;
  return [{ type: "target", position: Position.Left, x: 0, y }, { type: "source", position: Position.Right, x: width, y }];
}

/** Where a line meets the heads of its nodes, whose rows can't be read from further away. */
function headsOf({ drawing: { layout, isCompact } }: FlowInput, { source, target }: Line): readonly [number, number] {
  const head = (isCompact ? COMPACT : HEAD) / 2;
  return [(layout.positions.get(source)?.y ?? 0) + head, (layout.positions.get(target)?.y ?? 0) + head];
}

/** Left out by the filter; a group only if all of it is. */
function isDimmed({ groups, misses }: FlowInput, id: NodeId): boolean {
  return groups.get(id)?.members.every((member) => misses.has(member.id)) ?? misses.has(id);
}

function grownOf(growth: readonly Growth[], id: NodeId): readonly Way[] {
  const ways = growth.filter((one) => one.id === id).map((one) => one.way);
  return ways.length ? ways : NO_WAYS;
}

export function flowEdges(input: FlowInput): LineageFlowEdge[] {
  const { graph, lines, layout } = input.drawing;
  const byId = new Map(graph.edges.map((edge) => [edge.id, edge]));
  return lines.map((line) => {
    const edges = line.edges.map((id) => byId.get(id)).filter((edge): edge is GraphEdge => edge !== undefined);
    const look = lookOf(input, line.edges);
    return {
      id: line.id,
      type: "lineage" as const,
      source: line.source,
      target: line.target,
      zIndex: look === "plain" ? 0 : 1,
      data: { points: layout.routes.get(line.id) ?? [], heads: headsOf(input, line), edges, isIndirect: line.isIndirect, look, isDimmed: isDimmed(input, line.source) || isDimmed(input, line.target) },
    };
  });
}

function lookOf({ diff, path, overlay }: FlowInput, edges: readonly string[]): EdgeLook {
  if (diff && edges.some((id) => diff.ending.has(id) || diff.edges.get(id) === "removed")) return "gone";
  if (diff && edges.some((id) => diff.edges.get(id) === "added")) return "added";
  if (path && edges.some((id) => path.edges.has(id))) return "path";
  return edges.map((id) => overlay.get(id)).find((look) => look !== undefined) ?? "plain";
}
