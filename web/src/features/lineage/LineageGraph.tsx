import { Background, type EdgeTypes, MiniMap, type NodeTypes, Panel, ReactFlow, ReactFlowProvider, useReactFlow } from "@xyflow/react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { DatasetNode, type NodeData } from "./DatasetNode";
import { FarLines } from "./FarLines";
import { GroupNode } from "./GroupNode";
import { Legend } from "./Legend";
import { LineageEdge, type LineageFlowEdge } from "./LineageEdge";
import { ZoomBar } from "./ZoomBar";
import { type FlowInput, flowEdges, flowNodes } from "./flow";
import { countStates, hasFailed } from "./nodeFacts";
import { useGraphKeys } from "./useGraphKeys";
import { NEAR, useNearness } from "./useNearness";

const nodeTypes = { dataset: DatasetNode, folded: GroupNode } as unknown as NodeTypes;
const edgeTypes = { lineage: LineageEdge } as unknown as EdgeTypes;
const NO_EDGES: LineageFlowEdge[] = [];
const MINIMAP_FROM = 30;
const LARGE = 150;
// Names can be read.
const LARGE_ZOOM = 0.8;
// Of a graph with rows so little may be out of sight; of more, its subject is shown.
const MOST_CUT = 0.85;
const FIT = { padding: 0.05, maxZoom: 1 };

/** In the overview as in the graph: red where the job that writes it failed. */
function minimapColour({ data }: { data: Partial<NodeData> }): string {
  return hasFailed(data.writer?.lastRun ?? null) ? "var(--fail)" : data.writer?.threat ? "var(--late-fill)" : "var(--ok-fill)";
}

function statesOf({ drawing, facts }: FlowInput): ReturnType<typeof countStates> {
  return countStates([...drawing.graph.nodes.values()], facts);
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
  const isFar = useNearness() === "far";
  const { root } = drawing.graph;
  const box = useRef<HTMLDivElement>(null);
  // Rows that were asked for must not vanish because the graph is wide.
  const hasRows = useMemo(() => [...drawing.rows.values()].some((rows) => rows.shown.length > 0), [drawing.rows]);
  useEffect(() => {
    const zoom = isLarge ? LARGE_ZOOM : NEAR;
    // Asked only where it decides: it makes the browser place all that was just drawn.
    const share = (): number => {
      const bounds = flow.getNodesBounds(flow.getNodes());
      return box.current ? Math.min(box.current.clientWidth / bounds.width, box.current.clientHeight / bounds.height) : 1;
    };
    if (isLarge || (hasRows && share() < zoom * MOST_CUT)) void flow.fitView({ nodes: [{ id: root }], maxZoom: zoom, minZoom: zoom });
    else void flow.fitView({ ...FIT, minZoom: hasRows ? zoom : undefined, duration: 240 });
  }, [flow, shape, isLarge, hasRows, root]);
  // Not as a state of ours: nothing is drawn anew for it.
  const setMoving = (isMoving: boolean): void => void box.current?.toggleAttribute("data-moving", isMoving);
  const keys = useGraphKeys(props, { fit: () => void flow.fitView({ ...FIT, duration: 240 }), zoom: (by) => void (by === 0 ? flow.zoomTo(1) : by > 0 ? flow.zoomIn() : flow.zoomOut()) });
  return (
    <div ref={box} role="application" aria-label={`Lineage graph, ${nodes.length} nodes. Arrow keys move along edges, Enter selects, Space opens columns.`} tabIndex={0} onKeyDown={keys} className="relative h-full min-w-0 flex-1 outline-none data-moving:[&_.react-flow__viewport]:will-change-transform focus-visible:shadow-[inset_0_0_0_2px_var(--accent)]">
      <ReactFlow
        nodes={nodes} edges={isFar ? NO_EDGES : edges} nodeTypes={nodeTypes} edgeTypes={edgeTypes}
        fitView={!isLarge} fitViewOptions={FIT} minZoom={0.05} maxZoom={1.5}
        nodesDraggable={false} nodesConnectable={false} nodesFocusable={false} edgesFocusable={false} elementsSelectable={false}
        disableKeyboardA11y deleteKeyCode={null} onlyRenderVisibleElements={isLarge} proOptions={{ hideAttribution: true }}
        onMoveStart={() => setMoving(true)} onMoveEnd={() => setMoving(false)} onPaneClick={() => props.select(null)}
      >
        {isFar && <FarLines edges={edges} />}
        <Background gap={20} size={1} color="var(--line2)" />
        {nodes.length >= MINIMAP_FROM && <MiniMap pannable zoomable className="mb-13!" nodeColor={minimapColour} bgColor="var(--surface)" maskColor="transparent" ariaLabel="Overview" />}
        <Panel position="bottom-left"><Legend hasIndirect={props.drawing.lines.some((line) => line.isIndirect)} hasPath={props.path !== null} isComparing={props.diff !== null} overlaid={new Set(props.overlay.values())} states={new Set(statesOf(props).map(([state]) => state))} /></Panel>
        <Panel position="bottom-right" className="flex gap-1">
          <ZoomBar fit={() => void flow.fitView({ ...FIT, duration: isLarge ? 0 : 240 })} />
        </Panel>
      </ReactFlow>
    </div>
  );
}
