/** A drawing in the words of React Flow; pure. */
import type { NodeId } from "@/lib/entity";
import type { GraphDiff } from "@/lib/diff";
import type { Group } from "@/lib/fold";
import type { GraphEdge } from "@/lib/lineageGraph";
import type { DatasetFlowNode } from "./DatasetNode";
import type { GroupFlowNode } from "./GroupNode";
import type { LineageFlowEdge } from "./LineageEdge";
import { type NodeFacts, countStates } from "./nodeFacts";
import type { LineageSearch } from "./search";
import type { Drawing } from "./useDrawing";

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
  /** Where there is more than is drawn. */
  readonly more: { readonly up: boolean; readonly down: boolean };
  readonly select: (id: NodeId | null, column?: string) => void;
  readonly toggle: (id: NodeId) => void;
  readonly grow: (way: "up" | "down") => void;
  readonly change: (change: Partial<LineageSearch>) => void;
  /** Fold again what a node belongs to. */
  readonly foldAgain: (id: NodeId) => void;
}

export function flowNodes(input: FlowInput): (DatasetFlowNode | GroupFlowNode)[] {
  const { graph, boxes, layout, rows } = input.drawing;
  const [least, most] = depthsOf(input);
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
      // React Flow takes nodes that can't be dragged or selected by itself for mere pictures.
      style: { pointerEvents: "all" as const },
    };
    const shared = { isSelected: input.selected === box.id, isDimmed: isDimmed(input, box.id), select: input.select, toggle: input.toggle };
    if (group) return [{ ...common, type: "folded" as const, data: { ...shared, group, states: countStates(group.members, input.facts) } }];
    const isOuterUp = node.depth === least && least <= 0 && input.more.up;
    const isOuterDown = node.depth === most && most >= 0 && input.more.down;
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
        more: isOuterUp && node.depth <= 0 && graph.root !== box.id ? ("up" as const) : isOuterDown && graph.root !== box.id ? ("down" as const) : null,
        grow: input.grow,
      },
    }];
  });
}

/** Left out by the filter; a group only if all of it is. */
function isDimmed({ groups, misses }: FlowInput, id: NodeId): boolean {
  return groups.get(id)?.members.every((member) => misses.has(member.id)) ?? misses.has(id);
}

function depthsOf({ drawing }: FlowInput): [number, number] {
  const depths = [...drawing.graph.nodes.values()].map((node) => node.depth);
  return [Math.min(0, ...depths), Math.max(0, ...depths)];
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
      data: { points: layout.routes.get(line.id) ?? [], edges, isIndirect: line.isIndirect, look, isDimmed: isDimmed(input, line.source) || isDimmed(input, line.target) },
    };
  });
}

function lookOf({ diff, path }: FlowInput, edges: readonly string[]): "plain" | "path" | "gone" | "added" {
  if (diff && edges.some((id) => diff.ending.has(id) || diff.edges.get(id) === "removed")) return "gone";
  if (diff && edges.some((id) => diff.edges.get(id) === "added")) return "added";
  return path && edges.some((id) => path.edges.has(id)) ? "path" : "plain";
}
