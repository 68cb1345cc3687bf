import { Link } from "@tanstack/react-router";
import { History, Workflow } from "lucide-react";
import type { ReactNode } from "react";
import type { PipelineDetail } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/classes";
import { ownerName } from "@/lib/entity";
import { formatDuration } from "@/lib/format";
import { jobName, pipelineState } from "./words";

const TINTS: Record<string, string> = { failed: "border-fail-line bg-fail-bg text-fail", late: "border-late-line bg-late-bg text-late", at_risk: "border-late-line bg-late-bg text-late" };
const WORDS = { failed: "Failed", late: "Late", at_risk: "At risk", running: "Running", succeeded: "Succeeded", unknown: "Unknown" };

/** What it is, how it stands, whose it is, and how often it runs. */
export function PipelineHead({ name, detail, now }: { name: string; detail: PipelineDetail | undefined; now: Date }): ReactNode {
  const one = detail?.pipeline;
  return (
    <div className="flex items-start gap-4">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <KindGlyph kind="job" size={16} />
        <h1 className="text-18 font-semibold break-all">{name}</h1>
        {one && <span className={cn("flex items-center gap-1 rounded-sm border border-line-2 px-1.5 text-12 font-medium", TINTS[one.state])}><StateGlyph state={pipelineState(one.state)} label="" />{WORDS[one.state]} {one.runs[0] && <Time at={one.runs[0].ended_at ?? one.runs[0].began_at} now={now} />}</span>}
        {one?.muted && <span className="flex items-center gap-1 rounded-sm border border-line-2 px-1.5 text-12"><StateGlyph state="muted" label="" />Muted</span>}
        {one?.active === false && <span className="rounded-sm border border-line-2 px-1.5 text-12 text-ink-2">Not active</span>}
        {detail?.feeds_tier && <span className="rounded-sm border border-ink-2 px-1.5 text-12 font-medium">feeds tier {detail.feeds_tier}</span>}
        {one && <span className="text-12 text-ink-3">{[one.namespace, one.parent && jobName(one.parent), ...one.owners.map(ownerName), rhythmOf(detail)].filter(Boolean).join(" · ")}</span>}
      </div>
      <div className="ml-auto flex shrink-0 gap-2">
        {one?.state === "failed" && one.runs[0]?.ended_at && <Button asChild><Link to="/time-machine" search={{ entity: one.id, at: one.runs[0].ended_at }}><History aria-hidden />Investigate</Link></Button>}
        {one && <Button asChild><Link to="/lineage/$kind/$namespace/$name" params={{ kind: "job", namespace: one.namespace, name: one.name }}><Workflow aria-hidden />Lineage</Link></Button>}
      </div>
    </div>
  );
}

const DAY_S = 86_400;

function rhythmOf(detail: PipelineDetail): string {
  const gap = detail.pipeline.next_run?.usual_gap_seconds;
  if (detail.streaming) return "streams";
  if (!gap) return "no rhythm";
  if (Math.abs(gap - DAY_S) < DAY_S * 0.02) return "daily";
  return Math.abs(gap - 3600) < 72 ? "hourly" : `every ${formatDuration(gap)}`;
}
