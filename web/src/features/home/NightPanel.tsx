import type { ReactNode } from "react";
import { Empty, Answer, Panel, SkeletonRows } from "@/components/Panel";
import { ZONE } from "@/components/Time";
import { formatMoment } from "@/lib/format";
import { nightChart } from "@/lib/nightChart";
import { NightChart } from "./NightChart";
import { useNight } from "./useNight";

const HOURS = 8;

/** The runs of the last eight hours, pipeline by pipeline. */
export function NightPanel(): ReactNode {
  const { newest, day, now, runs } = useNight();
  return (
    <Panel
      title={`Runs, ${HOURS} hours`}
      note={now && `until ${formatMoment(new Date(now), ZONE)}, ${ZONE}`}
      action={<Legend />}
    >
      <Answer query={newest.data?.total === 0 || newest.isError ? newest : day} failed="Runs could not be loaded." loading={<SkeletonRows rows={24} height={18} />}>
        {() => (now && runs.length ? <NightChart night={nightChart(runs, Date.parse(now), HOURS)} now={Date.parse(now)} /> : <Empty>Runs appear here after the first START event of a job.</Empty>)}
      </Answer>
    </Panel>
  );
}

function Legend(): ReactNode {
  const item = (name: string, colour: string): ReactNode => (
    <span className="flex items-center gap-1.5"><span className="h-2.5 w-3.5 rounded-xs" style={{ background: colour }} />{name}</span>
  );
  return <span className="flex gap-3 text-ink-3">{item("succeeded", "var(--ok-fill)")}{item("failed ×", "var(--fail)")}{item("running", "var(--accent)")}</span>;
}
