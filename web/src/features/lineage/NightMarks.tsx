import type { ReactNode } from "react";
import type { IncidentMoment } from "@/api/schema";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { ZONE } from "@/components/Time";
import { shortName } from "@/lib/entity";
import { formatClock } from "@/lib/format";
import { labelled, spread } from "@/lib/incidents";
import type { Span } from "@/lib/timeline";

const STATES: Record<IncidentMoment["phase"], State> = { ROOT_CAUSE: "cause", FIRST_FAILURE: "failed", CASCADE: "failed", BUSINESS_IMPACT: "paged" };

/** What happened in the night of an incident: each moment above the axis, with its time where there is room. */
export function NightMarks({ moments, span }: { moments: readonly IncidentMoment[]; span: Span }): ReactNode {
  const inSpan = moments.filter((one) => Date.parse(one.at) >= span.since && Date.parse(one.at) <= span.until);
  const marks = spread(inSpan).map(({ moment }) => ({ moment, place: (Date.parse(moment.at) - span.since) / (span.until - span.since) }));
  const named = new Set(labelled(marks));
  return marks.map((mark) => {
    const { moment, place } = mark;
    const left = `${place * 100}%`;
    return (
      <span key={moment.evidence}>
        <span className="absolute top-[26px] bottom-5 border-l border-dotted border-fail" style={{ left }} />
        <span className="absolute top-3.5 -translate-x-1/2" style={{ left }} title={`${formatClock(new Date(moment.at), ZONE)} ${shortName(moment.node.name)}: ${moment.says}`}><StateGlyph state={STATES[moment.phase]} size={11} label="" /></span>
        {named.has(mark) && <span className="absolute top-0 -translate-x-1/2 whitespace-nowrap text-ink-2" style={{ left }}>{formatClock(new Date(moment.at), ZONE)}</span>}
      </span>
    );
  });
}
