import { Background, type EdgeTypes, MiniMap, type NodeTypes, Panel, ReactFlow, ReactFlowProvider, useReactFlow } from "@xyflow/react";
import { type ReactNode, useEffect, useMemo } from "react";
import { Button } from "@/components/ui/button";
import { DatasetNode, type NodeData } from "./DatasetNode";
import { GroupNode } from "./GroupNode";
import { Legend } from "./Legend";
import { LineageEdge } from "./LineageEdge";
import { type FlowInput, flowEdges, flowNodes } from "./flow";
import { hasFailed } from "./nodeFacts";
import { useGraphKeys } from "./useGraphKeys";

const nodeTypes = { dataset: DatasetNode, folded: GroupNode } as unknown as NodeTypes;
const edgeTypes = { lineage: LineageEdge } as unknown as EdgeTypes;
const MINIMAP_FROM = 30;
const LARGE = 150;
const LARGE_ZOOM = 0.6;

/** In the overview as in the graph: red where the job that writes it failed. */
function minimapColour({ data }: { data: Partial<NodeData> }): string {
  return hasFailed(data.writer?.lastRun ?? null) ? "var(--fail)" : "var(--ok-fill)";
}

/** The drawing itself; what is where was decided before. */
export function LineageGraph(props: FlowInput): ReactNode {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas(props: FlowInput): ReactNode {
  const nodes = useMemo(() => flowNodes(props), [props]);
  const edges = useMemo(() => flowEdges(props), [props]);
  const flow = useReactFlow();
  const { drawing } = props;
  const shape = [...drawing.graph.nodes.keys()].join(" ");
  // Another graph is shown whole, a large one where its subject stands; opening a node or selecting one leaves the view where it is.
  const isLarge = nodes.length > LARGE;
  const { root } = drawing.graph;
  useEffect(() => {
    void flow.fitView(isLarge ? { nodes: [{ id: root }], maxZoom: LARGE_ZOOM, minZoom: LARGE_ZOOM } : { padding: 0.08, maxZoom: 1, duration: 240 });
  }, [flow, shape, isLarge, root]);
  const keys = useGraphKeys(props);
  return (
    <div role="application" aria-label={`Lineage graph, ${nodes.length} nodes. Arrow keys move along edges, Enter selects, Space opens columns.`} tabIndex={0} onKeyDown={keys} className="relative h-full min-w-0 flex-1 outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--accent)]">
      <ReactFlow
        nodes={nodes} edges={edges} nodeTypes={nodeTypes} edgeTypes={edgeTypes}
        fitView={!isLarge} fitViewOptions={{ padding: 0.08, maxZoom: 1 }} minZoom={0.05} maxZoom={1.5}
        nodesDraggable={false} nodesConnectable={false} nodesFocusable={false} edgesFocusable={false} elementsSelectable={false}
        disableKeyboardA11y deleteKeyCode={null} onlyRenderVisibleElements={isLarge} proOptions={{ hideAttribution: true }}
        onPaneClick={() => props.select(null)}
      >
        <Background gap={20} size={1} color="var(--line2)" />
        {nodes.length >= MINIMAP_FROM && <MiniMap pannable zoomable nodeColor={minimapColour} bgColor="var(--surface)" maskColor="transparent" ariaLabel="Overview" />}
        <Panel position="bottom-left"><Legend hasIndirect={props.drawing.lines.some((line) => line.isIndirect)} hasPath={props.path !== null} isComparing={props.diff !== null} /></Panel>
        <Panel position="bottom-right" className="flex gap-1">
          <Button aria-label="Zoom out" size="icon" onClick={() => void flow.zoomOut()}>−</Button>
          <Button aria-label="Zoom in" size="icon" onClick={() => void flow.zoomIn()}>+</Button>
          <Button onClick={() => void flow.fitView({ padding: 0.08, maxZoom: 1, duration: isLarge ? 0 : 240 })}>Fit</Button>
        </Panel>
      </ReactFlow>
    </div>
  );
}
