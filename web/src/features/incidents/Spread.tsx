import type { ReactNode } from "react";
import type { IncidentDetail, IncidentMoment } from "@/api/schema";
import { Panel } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { ZONE } from "@/components/Time";
import { Tip } from "@/components/ui/tooltip";
import { cn } from "@/lib/classes";
import { formatOnDay } from "@/lib/format";
import { labelled, spread } from "@/lib/incidents";
import { gap, momentState, phases } from "@/lib/investigation";

const EDGES: Record<IncidentMoment["phase"], string> = { ROOT_CAUSE: "bg-ink", FIRST_FAILURE: "bg-fail", CASCADE: "bg-fail", BUSINESS_IMPACT: "bg-late" };

/** From the cause to the page on one axis of time. */
export function Spread({ data }: { data: IncidentDetail }): ReactNode {
  const marks = spread(data.timeline);
  const [first, last] = [marks[0]?.moment, marks.at(-1)?.moment];
  if (!first || !last) return null;
  const failure = data.timeline.find((one) => one.phase === "FIRST_FAILURE");
  const groups = phases(data.timeline);
  const placeOf = (moment: IncidentMoment | undefined): number => marks.find((mark) => mark.moment === moment)?.place ?? 0;
  return (
    <Panel title="How it spread" note={failure && data.cause ? `${gap(data.cause.at, failure.at)} to the first failure, ${gap(data.cause.at, last.at)} in all` : undefined} action={<span className="text-ink-3">{ZONE}</span>}>
      <div className="px-6 pt-3 pb-4">
        <div className="relative h-7">
          {groups.map((group, index) => {
            const [from, to] = [placeOf(group.moments[0]), index + 1 < groups.length ? placeOf(groups[index + 1]?.moments[0]) : 1];
            return to - from < 0.02 ? null : <div key={group.phase} className="absolute overflow-hidden text-11 font-semibold whitespace-nowrap uppercase" style={{ left: `${from * 100}%`, width: `calc(${(to - from) * 100}% - 2px)` }}>{group.title}<span aria-hidden className={`block h-[3px] ${EDGES[group.phase]}`} /></div>;
          })}
        </div>
        <div className="relative h-5 border-b border-line-2">
          {marks.map(({ moment, place }) => { const word = `${formatOnDay(new Date(moment.at), new Date(data.opened_at), ZONE)} ${moment.says}`; return <Tip key={moment.evidence} text={word}><span role="img" aria-label={word} className="absolute -translate-x-1/2" style={{ left: `${place * 100}%` }}><StateGlyph state={momentState(moment)} label="" /></span></Tip>; })}
        </div>
        <ul aria-hidden className="relative mt-1 h-4 text-11 text-ink-3">
          {labelled(marks).map(({ moment, place }) => <li key={moment.evidence} className={cn("absolute whitespace-nowrap", place > 0.97 ? "-translate-x-full" : place > 0.03 && "-translate-x-1/2")} style={{ left: `${place * 100}%` }}>{formatOnDay(new Date(moment.at), new Date(data.opened_at), ZONE)}</li>)}
        </ul>
      </div>
    </Panel>
  );
}
