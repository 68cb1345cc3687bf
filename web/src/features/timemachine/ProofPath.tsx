import { type ReactNode, useMemo } from "react";
import type { InvestigatedCause, Investigation } from "@/api/schema";
import { BoxGraph } from "@/components/BoxGraph";
import { Panel } from "@/components/Panel";
import { Button } from "@/components/ui/button";
import { proofDrawing } from "@/lib/investigation";
import { plural } from "@/lib/format";
import { proofLook } from "./proofLook";

/** From the change over what it broke to the alert; the proof itself is the thicker line. */
export function ProofPath({ found, cause }: { found: Investigation; cause: InvestigatedCause }): ReactNode {
  const drawing = useMemo(() => {
    const placed = proofDrawing(found.graph, cause.change);
    return { ...placed, nodes: placed.nodes.map((node) => ({ ...node, look: proofLook(node, found, cause) })) };
  }, [found, cause]);
  const isProof = useMemo(() => {
    const way = ["change", ...cause.path.map((step) => step.node.id)];
    return (source: string, target: string): boolean => way.some((id, index) => id === source && way[index + 1] === target);
  }, [cause]);
  const ids = [...new Set([cause.change.event_id, ...found.failures.map((one) => one.event_id)].filter((id) => id !== null))];
  const hidden = found.graph.total - found.graph.nodes.length;
  return (
    <Panel title="Proof path" note={`${cause.change.column ? "column level, " : ""}lineage as it was${hidden > 0 ? `; ${plural(hidden, "more node")} not drawn` : ""}`} action={<><span className="text-ink-3">{plural(ids.length, "event id")}</span><Button variant="link" className="text-12" onClick={() => void navigator.clipboard.writeText(ids.join("\n"))}>copy</Button></>}>
      <BoxGraph name="Proof path" drawing={drawing} isStrong={isProof} />
    </Panel>
  );
}
