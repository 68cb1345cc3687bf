import { BaseEdge, type Edge, type EdgeProps, Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { type ReactNode, memo } from "react";
import type { InvestigatedCause, Investigation } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { ZONE } from "@/components/Time";
import { cn } from "@/lib/classes";
import { firstOwner } from "@/lib/entity";
import { formatOnDay } from "@/lib/format";
import { PROOF_ROW, type ProofDrawing, type ProofNode } from "@/lib/investigation";
import { type Point, pathThrough } from "@/lib/layout";

interface NodeData extends Record<string, unknown> {
  readonly node: ProofNode & { readonly width: number };
  readonly note: string;
  readonly state: State | null;
}

const STATES: Record<string, State> = { failed: "failed", no_data: "noData", failing_test: "failed", alerted: "paged" };

/** What stands below a name: when it showed, and what. */
function noteOf({ of }: ProofNode, found: Investigation, cause: InvestigatedCause): string {
  const clock = (at: string): string => formatOnDay(new Date(at), new Date(found.at), ZONE);
  if (of === null) return [clock(cause.change.at), cause.change.actor].filter(Boolean).join(" · ");
  if (of.state === "failed") return `${of.at ? `${clock(of.at)} · ` : ""}${cause.change.column && of.says.includes(cause.change.column) ? `names ${cause.change.column}` : "failed"}`;
  if (of.state === "no_data") return "no new data";
  if (of.state === "failing_test") return "test failing";
  if (of.state === "alerted") return `alerted ${clock(found.at)}`;
  return [of.tier && `T${of.tier.replace(/\D/g, "") || of.tier}`, firstOwner(of.owners)].filter(Boolean).join(" · ") || "leads through here";
}

export function nodeWord(node: ProofNode, found: Investigation, cause: InvestigatedCause): string {
  return `${node.label}, ${noteOf(node, found, cause)}`;
}

export const ProofNodeBox = memo(function ProofNodeBox({ data }: NodeProps<Node<NodeData>>): ReactNode {
  const { node, note, state } = data;
  const isBad = state !== null;
  return (
    <div title={node.of ? `${node.of.node.namespace}/${node.of.node.name}${node.of.says ? `: ${node.of.says}` : ""}` : node.label} className={cn("rounded-md border bg-surface px-2.5 py-1 text-ink", isBad ? "border-fail" : "border-line-2")} style={{ width: node.width, height: PROOF_ROW }}>
      <Handle type="target" position={Position.Left} isConnectable={false} className="invisible" />
      <Handle type="source" position={Position.Right} isConnectable={false} className="invisible" />
      <p className="flex items-center gap-1.5 text-12 leading-[17px] font-medium">
        {node.of === null ? <StateGlyph state="cause" label="" /> : state ? <StateGlyph state={state} label="" /> : <KindGlyph kind={node.of.node.kind} type={node.of.type} size={13} />}
        <span className="truncate">{node.label}</span>
      </p>
      <p className="truncate text-11 leading-[15px] text-ink-3">{note}</p>
    </div>
  );
});

interface EdgeData extends Record<string, unknown> {
  readonly points: readonly Point[];
  readonly isProof: boolean;
}

/** Red: where it went on; the proof itself is the thicker line. */
export const ProofEdge = memo(function ProofEdge({ id, data }: EdgeProps<Edge<EdgeData>>): ReactNode {
  const end = data?.points.at(-1);
  if (!data || !end) return null;
  const { x, y } = end;
  return (
    <g>
      <BaseEdge id={id} path={pathThrough([...data.points.slice(0, -1), { x: x - 5, y }])} style={{ stroke: "var(--fail)", strokeWidth: data.isProof ? 2.4 : 1.4 }} />
      <path d={`M${x - 7} ${y - 4}L${x} ${y}L${x - 7} ${y + 4}Z`} fill="var(--fail)" />
    </g>
  );
});

export function proofFlow(drawing: ProofDrawing, found: Investigation, cause: InvestigatedCause): { nodes: Node<NodeData>[]; edges: Edge<EdgeData>[] } {
  const way = ["change", ...cause.path.map((step) => step.node.id)];
  const nodes = drawing.nodes.map((node) => ({
    id: node.id, type: "proof", position: drawing.positions.get(node.id) ?? { x: 0, y: 0 }, width: node.width, height: PROOF_ROW,
    data: { node, note: noteOf(node, found, cause), state: node.of ? (STATES[node.of.state] ?? null) : null },
  }));
  const isProof = (source: string, target: string): boolean => way.some((id, index) => id === source && way[index + 1] === target);
  const edges = drawing.lines.map((line) => ({ id: line.id, type: "proof", source: line.source, target: line.target, data: { points: drawing.routes.get(line.id) ?? [], isProof: isProof(line.source, line.target) } }));
  return { nodes, edges };
}
