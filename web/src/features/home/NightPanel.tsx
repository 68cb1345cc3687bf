import type { ReactNode } from "react";
import { Empty, Answer, Panel, SkeletonRows } from "@/components/Panel";
import { ZONE } from "@/components/Time";
import { formatMoment } from "@/lib/format";
import { nightChart } from "@/lib/nightChart";
import { NightChart } from "./NightChart";
import { useDueRuns, useMarks } from "./useDueRuns";
import { useNight } from "./useNight";

const HOURS = 8;
// As many as fit below the strip without scrolling.
const MOST_ROWS = 24;

/** The runs of eight hours around now, pipeline by pipeline, and what is due. */
export function NightPanel(): ReactNode {
  const { newest, day, now, runs } = useNight();
  const due = useDueRuns(now);
  const marks = useMarks(now);
  return (
    <Panel
      title="Around now"
      note={now && `${formatMoment(new Date(now), ZONE)}, ${ZONE}`}
      action={<Legend />}
    >
      <Answer query={newest.data?.total === 0 || newest.isError ? newest : day} failed="Runs could not be loaded." loading={<SkeletonRows rows={24} height={18} />}>
        {() => (now && runs.length ? <NightChart night={nightChart(runs, Date.parse(now), due, HOURS, MOST_ROWS)} now={Date.parse(now)} marks={marks} /> : <Empty>{newest.data?.total ? <>Nothing ran in the day before {now && formatMoment(new Date(now), ZONE)}. The run before that began {formatMoment(new Date(newest.data.items[0]?.began_at ?? 0), ZONE)}.</> : "Runs appear here after the first START event of a job."}</Empty>)}
      </Answer>
    </Panel>
  );
}

function Legend(): ReactNode {
  const item = (name: string, colour: string): ReactNode => (
    <span className="flex items-center gap-1.5"><span className="h-2.5 w-3.5 rounded-xs" style={{ background: colour }} />{name}</span>
  );
  return <span className="flex gap-3 text-ink-3 max-[899px]:hidden">{item("succeeded", "var(--ok-fill)")}{item("failed ×", "var(--fail)")}{item("running", "var(--accent)")}<span className="flex items-center gap-1.5"><span className="h-2.5 w-2 rounded-xs border border-dashed border-late" />expected, input missing</span><span className="flex items-center gap-1.5"><span className="h-2.5 w-2 rounded-xs border border-ctl" />expected</span></span>;
}
