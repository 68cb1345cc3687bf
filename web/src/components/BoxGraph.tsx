import { Background, BaseEdge, type Edge, type EdgeProps, type EdgeTypes, Handle, type Node, type NodeProps, type NodeTypes, Position, ReactFlow } from "@xyflow/react";
import { type ReactNode, memo, useMemo } from "react";
import { KindGlyph } from "@/components/KindGlyph";
import { type State, StateGlyph, stateWord } from "@/components/StateGlyph";
import { BOX_HEIGHT, type BoxDrawing, type Named } from "@/lib/boxGraph";
import { cn } from "@/lib/classes";
import { type Point, pathThrough } from "@/lib/layout";

const nodeTypes = { box: memo(BoxNode) } as unknown as NodeTypes;
const edgeTypes = { box: memo(BoxEdge) } as unknown as EdgeTypes;
const PADDING = 16;
const [LEAST, MOST] = [120, 420];

export interface BoxLook {
  /** What stands below the name. */
  readonly note: string;
  readonly state: State | null;
  readonly kind: string;
  readonly type?: string | null;
  /** The whole name, and what was said of it. */
  readonly title: string;
}

export interface LookingNode extends Named {
  readonly look: BoxLook;
}

interface Props {
  readonly name: string;
  readonly drawing: BoxDrawing<LookingNode>;
  /** The thicker lines. */
  readonly isStrong?: (source: string, target: string) => boolean;
  readonly most?: number;
}

/** From a cause to what it led to, still, in one picture; read out as a list. */
export function BoxGraph({ name, drawing, isStrong, most = MOST }: Props): ReactNode {
  const nodes = useMemo(() => drawing.nodes.map((node) => ({ id: node.id, type: "box", position: drawing.positions.get(node.id) ?? { x: 0, y: 0 }, width: node.width, height: BOX_HEIGHT, data: { node } })), [drawing]);
  const edges = useMemo(() => drawing.lines.map((line) => ({ id: line.id, type: "box", source: line.source, target: line.target, data: { points: drawing.routes.get(line.id) ?? [], isStrong: isStrong?.(line.source, line.target) ?? false } })), [drawing, isStrong]);
  const read = drawing.nodes.map(({ label, look }) => [label, look.state && stateWord(look.state), look.note].filter(Boolean).join(", ")).join("; ");
  return (
    <div className="bg-bg" role="img" aria-label={`${name}: ${read}`} style={{ height: Math.min(most, Math.max(LEAST, drawing.height + 2 * PADDING)) }}>
      <ReactFlow
        nodes={nodes} edges={edges} nodeTypes={nodeTypes} edgeTypes={edgeTypes} fitView fitViewOptions={{ padding: 0.04, maxZoom: 1 }} minZoom={0.3} maxZoom={1}
        nodesDraggable={false} nodesConnectable={false} nodesFocusable={false} edgesFocusable={false} elementsSelectable={false} disableKeyboardA11y deleteKeyCode={null}
        zoomOnScroll={false} zoomOnPinch={false} zoomOnDoubleClick={false} preventScrolling={false} panOnDrag={false} proOptions={{ hideAttribution: true }}
      >
        <Background gap={20} size={1} color="var(--line2)" />
      </ReactFlow>
    </div>
  );
}

interface NodeData extends Record<string, unknown> {
  readonly node: LookingNode & { readonly width: number };
}

function BoxNode({ data: { node } }: NodeProps<Node<NodeData>>): ReactNode {
  const { state, note, kind, type, title } = node.look;
  const outline = state === null || state === "cause" ? "border-line-2" : state === "atRisk" ? "border-dashed border-late" : "border-fail";
  return (
    <div title={title} className={cn("rounded-md border bg-surface px-2.5 py-1 text-ink", outline)} style={{ width: node.width, height: BOX_HEIGHT }}>
      <Handle type="target" position={Position.Left} isConnectable={false} className="invisible" />
      <Handle type="source" position={Position.Right} isConnectable={false} className="invisible" />
      <p className="flex items-center gap-1.5 text-12 leading-[17px] font-medium">
        {state ? <StateGlyph state={state} label="" /> : <KindGlyph kind={kind} type={type} size={13} />}
        <span className="truncate">{node.label}</span>
      </p>
      <p className="truncate text-11 leading-[15px] text-ink-3">{note}</p>
    </div>
  );
}

interface EdgeData extends Record<string, unknown> {
  readonly points: readonly Point[];
  readonly isStrong: boolean;
}

/** Red: where it went on. */
function BoxEdge({ id, data }: EdgeProps<Edge<EdgeData>>): ReactNode {
  const end = data?.points.at(-1);
  if (!data || !end) return null;
  const { x, y } = end;
  return (
    <g>
      <BaseEdge id={id} path={pathThrough([...data.points.slice(0, -1), { x: x - 5, y }])} style={{ stroke: "var(--fail)", strokeWidth: data.isStrong ? 2.4 : 1.4 }} />
      <path d={`M${x - 7} ${y - 4}L${x} ${y}L${x - 7} ${y + 4}Z`} fill="var(--fail)" />
    </g>
  );
}
