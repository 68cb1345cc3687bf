import { Background, type EdgeTypes, type NodeTypes, ReactFlow } from "@xyflow/react";
import { type ReactNode, useMemo } from "react";
import type { InvestigatedCause, Investigation } from "@/api/schema";
import { Panel } from "@/components/Panel";
import { Button } from "@/components/ui/button";
import { proofDrawing } from "@/lib/investigation";
import { plural } from "@/lib/format";
import { ProofEdge, ProofNodeBox, nodeWord, proofFlow } from "./proofNodes";

const nodeTypes = { proof: ProofNodeBox } as unknown as NodeTypes;
const edgeTypes = { proof: ProofEdge } as unknown as EdgeTypes;
const PADDING = 16;
const [LEAST, MOST] = [120, 420];

/** From the change over what it broke to the alert; the same as a list for whoever listens. */
export function ProofPath({ found, cause }: { found: Investigation; cause: InvestigatedCause }): ReactNode {
  const drawing = useMemo(() => proofDrawing(found.graph, cause.change), [found, cause]);
  const flow = useMemo(() => proofFlow(drawing, found, cause), [drawing, found, cause]);
  const ids = [...new Set([cause.change.event_id, ...found.failures.map((one) => one.event_id)].filter((id) => id !== null))];
  const hidden = found.graph.total - found.graph.nodes.length;
  return (
    <Panel title="Proof path" note={`${cause.change.column ? "column level, " : ""}lineage as it was${hidden > 0 ? `; ${plural(hidden, "more node")} not drawn` : ""}`} action={<><span className="text-ink-3">{plural(ids.length, "event id")}</span><Button variant="link" className="text-12" onClick={() => void navigator.clipboard.writeText(ids.join("\n"))}>copy</Button></>}>
      <div className="bg-bg" role="img" aria-label={`Proof path: ${drawing.nodes.map((node) => nodeWord(node, found, cause)).join("; ")}`} style={{ height: Math.min(MOST, Math.max(LEAST, drawing.height + 2 * PADDING)) }}>
        <ReactFlow
          nodes={flow.nodes} edges={flow.edges} nodeTypes={nodeTypes} edgeTypes={edgeTypes} fitView fitViewOptions={{ padding: 0.04, maxZoom: 1 }} minZoom={0.3} maxZoom={1}
          nodesDraggable={false} nodesConnectable={false} nodesFocusable={false} edgesFocusable={false} elementsSelectable={false} disableKeyboardA11y deleteKeyCode={null}
          zoomOnScroll={false} zoomOnPinch={false} zoomOnDoubleClick={false} preventScrolling={false} panOnDrag={false} proOptions={{ hideAttribution: true }}
        >
          <Background gap={20} size={1} color="var(--line2)" />
        </ReactFlow>
      </div>
    </Panel>
  );
}
