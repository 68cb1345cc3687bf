import type { ReactNode } from "react";
import type { IncidentSummary } from "@/api/schema";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { cn } from "@/lib/classes";

const GLYPHS: Record<IncidentSummary["state"], State> = { open: "failed", acknowledged: "running", resolved: "succeeded", muted: "muted" };
const TINTS: Record<IncidentSummary["state"], string> = { open: "border-fail-line bg-fail-bg text-fail", acknowledged: "border-accent-line bg-accent-bg text-accent", resolved: "border-line-2 text-ok", muted: "border-line-2 text-ink-2" };

export function glyphOf(incident: Pick<IncidentSummary, "state" | "severity" | "cause">): State {
  if (incident.state !== "open") return GLYPHS[incident.state];
  return incident.cause === null ? "unknown" : incident.severity === "warning" ? "late" : "failed";
}

export function StateBadge({ incident: { state } }: { incident: Pick<IncidentSummary, "state"> }): ReactNode {
  return <span className={cn("inline-flex items-center gap-1.5 rounded-sm border px-1.5 text-12 whitespace-nowrap", TINTS[state])}><StateGlyph state={GLYPHS[state]} label="" size={12} />{state[0]?.toUpperCase()}{state.slice(1)}</span>;
}
