import type { ReactNode } from "react";
import type { PipelineEntry } from "@/api/schema";
import { Time } from "@/components/Time";
import { jobName } from "./words";

/** When the next run is due, and what stands in its way. */
export function NextExpected({ pipeline, now }: { pipeline: PipelineEntry; now: Date }): ReactNode {
  const next = pipeline.next_run;
  if (!next) return <span className="text-ink-3">no rhythm</span>;
  const at = <Time at={next.expected_at ?? next.late_after} now={now} />;
  if (next.overdue) return <span className="text-late">{at}, overdue</span>;
  if (pipeline.state === "at_risk") return <span className="text-late" title={`waits for ${pipeline.waits_for.map(jobName).join(", ")}`}>{at}, input missing</span>;
  return <span className="text-ink-2">{at}</span>;
}
