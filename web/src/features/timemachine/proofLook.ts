import type { InvestigatedCause, Investigation } from "@/api/schema";
import type { BoxLook } from "@/components/BoxGraph";
import type { State } from "@/components/StateGlyph";
import { ZONE } from "@/components/Time";
import { firstOwner } from "@/lib/entity";
import { formatOnDay } from "@/lib/format";
import type { ProofNode } from "@/lib/investigation";

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

/** How a node of the proof looks; the change itself is the cause. */
export function proofLook(node: ProofNode, found: Investigation, cause: InvestigatedCause): BoxLook {
  const note = noteOf(node, found, cause);
  if (node.of === null) return { note, state: "cause", kind: "", title: node.label };
  const { of } = node;
  return { note, state: STATES[of.state] ?? null, kind: of.node.kind, type: of.type, title: `${of.node.namespace}/${of.node.name}${of.says ? `: ${of.says}` : ""}` };
}
