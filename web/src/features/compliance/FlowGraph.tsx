import { Background, BaseEdge, type Edge, type EdgeProps, type EdgeTypes, Handle, type Node, type NodeProps, type NodeTypes, Panel, Position, ReactFlow } from "@xyflow/react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, memo, useMemo } from "react";
import type { FlowSource } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { cn } from "@/lib/classes";
import { type Effect, FLOW_HEAD, FLOW_ROW, type FlowNode, flowDrawing } from "@/lib/flows";
import { nameInSchema } from "@/lib/entity";
import { type Point, pathThrough } from "@/lib/layout";

const nodeTypes = { flow: memo(FlowBox) } as unknown as NodeTypes;
const edgeTypes = { flow: memo(FlowEdge) } as unknown as EdgeTypes;
const COLOURS: Record<Effect, string> = { kept: "var(--pii)", lowered: "var(--edge)", ended: "var(--edge)", indirect: "var(--edge)" };
const [PADDING, MOST, LEGEND] = [18, 520, 30];

/** Plum is kept, grey is lowered, dashed decides, a bar is where it ends. */
export function FlowGraph({ sources, indirect }: { sources: readonly FlowSource[]; indirect: boolean }): ReactNode {
  const drawing = useMemo(() => flowDrawing(sources, indirect), [sources, indirect]);
  const nodes = drawing.nodes.map((node) => ({ id: node.id, type: "flow", position: drawing.positions.get(node.id) ?? { x: 0, y: 0 }, width: node.width, height: node.height, data: { node } }));
  const edges = drawing.lines.map((line) => ({ id: line.id, type: "flow", source: line.source, target: line.target, zIndex: line.effect === "kept" ? 1 : 0, data: { points: drawing.routes.get(line.id) ?? [], effect: line.effect } }));
  return (
    <div role="group" aria-label={`Flow graph, ${nodes.length} datasets; the table below has the same places.`} className="bg-bg" style={{ height: Math.min(MOST, drawing.height + 2 * PADDING + LEGEND) }}>
      <ReactFlow
        key={nodes.map((node) => node.id).join(" ")} nodes={nodes} edges={edges} nodeTypes={nodeTypes} edgeTypes={edgeTypes} fitView fitViewOptions={{ padding: { x: `${PADDING}px`, top: `${PADDING}px`, bottom: `${LEGEND}px` }, maxZoom: 1 }} minZoom={0.2} maxZoom={1.2}
        nodesDraggable={false} nodesConnectable={false} nodesFocusable={false} edgesFocusable={false} elementsSelectable={false} disableKeyboardA11y deleteKeyCode={null}
        zoomOnScroll={false} preventScrolling={false} onlyRenderVisibleElements={nodes.length > 150} proOptions={{ hideAttribution: true }}
      >
        <Background gap={20} size={1} color="var(--line2)" />
        <Panel position="bottom-right" className="flex gap-4 text-12 text-ink-2"><Key colour="var(--pii)" name="kept" /><Key colour="var(--edge)" name="lowered" />{indirect && <Key colour="var(--edge)" name="decides" dashed />}<Key colour="var(--pii)" name="ends here" bar /></Panel>
      </ReactFlow>
    </div>
  );
}

function Key({ colour, name, dashed, bar }: { colour: string; name: string; dashed?: boolean; bar?: boolean }): ReactNode {
  return <span className="flex items-center gap-1.5"><svg aria-hidden width="26" height="10" fill="none" stroke={colour} strokeWidth="1.8"><path d={bar ? "M0 5H18M18 1V9" : "M0 5H19"} strokeDasharray={dashed ? "4 3.5" : undefined} />{!bar && <path d="M18 1.500 25 5 18 8.500Z" fill={colour} stroke="none" />}</svg>{name}</span>;
}

interface BoxData extends Record<string, unknown> {
  readonly node: FlowNode;
}

function FlowBox({ data: { node } }: NodeProps<Node<BoxData>>): ReactNode {
  const { namespace, name } = node.node;
  return (
    <div className="rounded-md border border-line-2 bg-surface text-ink" style={{ width: node.width, height: node.height }}>
      <Handle type="target" position={Position.Left} isConnectable={false} className="invisible" />
      <Handle type="source" position={Position.Right} isConnectable={false} className="invisible" />
      <Link to="/datasets/$namespace/$name" params={{ namespace, name }} title={`${namespace}/${name}`} className="flex items-center gap-1.5 px-2.5 text-12 font-medium hover:underline" style={{ height: FLOW_HEAD - 2 }}><KindGlyph kind="dataset" size={13} /><span className="truncate">{name.length <= 22 ? name : nameInSchema(name)}</span></Link>
      <ul className="border-t border-line pt-px">
        {node.columns.map((one) => (
          <li key={one.name} title={one.name} className={cn("relative flex items-center gap-1.5 px-2.5 font-mono text-11", one.state === "clear" && "bg-pii-bg")} style={{ height: FLOW_ROW }}>
            <span className={cn("rounded-sm border px-1 font-sans text-[9.500px] leading-[13px] font-semibold", one.state === "clear" ? "border-pii-line bg-surface text-pii" : "border-line-2 text-ink-3")}>{one.state === "clear" ? "PII" : "low"}</span>
            <span className="truncate">{one.name}</span>
            {one.isEnd && one.state === "clear" && <svg role="img" aria-label="ends here" width="16" height="10" className="absolute -right-[17px]" fill="none" stroke="var(--pii)" strokeWidth="1.8"><path d="M0 5H13M13 1V9" /></svg>}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LineData extends Record<string, unknown> {
  readonly points: readonly Point[];
  readonly effect: Effect;
}

function FlowEdge({ id, data }: EdgeProps<Edge<LineData>>): ReactNode {
  const end = data?.points.at(-1);
  if (!data || !end) return null;
  const { x, y } = end;
  const colour = COLOURS[data.effect];
  return (
    <g>
      <BaseEdge id={id} path={pathThrough([...data.points.slice(0, -1), { x: x - 5, y }])} style={{ stroke: colour, strokeWidth: data.effect === "kept" ? 2 : 1.4, strokeDasharray: data.effect === "indirect" ? "4 3.5" : undefined }} />
      <path d={`M${x - 7} ${y - 3.5}L${x} ${y}L${x - 7} ${y + 3.5}Z`} fill={colour} />
    </g>
  );
}
