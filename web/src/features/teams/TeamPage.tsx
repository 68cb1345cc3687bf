import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { TeamDetail } from "@/api/schema";
import { team } from "@/api/teams";
import { Answer, Boundary, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { Time } from "@/components/Time";
import { formatCount, plural } from "@/lib/format";
import { QuotaBar } from "./QuotaBar";
import { TeamDatasets, TeamIncidents, TeamRuns } from "./TeamLists";
import { keptFor } from "./words";

/** One team: who owns it, what it sends beside its quota, how long that is kept, and what is its own. */
export function TeamPage({ name }: { name: string }): ReactNode {
  const query = useQuery(team(name));
  return (
    <div className="h-full overflow-auto p-4">
      <Answer query={query} failed={`The team ${name} could not be loaded.`} loading={<SkeletonRows rows={10} />}>
        {(detail) => (
          <div className="mx-auto flex max-w-[1200px] flex-col gap-4">
            <Head detail={detail} />
            <div className="grid gap-4 lg:grid-cols-2">
              <Boundary what="Events by day"><Sent detail={detail} /></Boundary>
              <Boundary what="Retention"><Kept detail={detail} /></Boundary>
              <Boundary what="Incidents"><TeamIncidents name={name} /></Boundary>
              <Boundary what="Runs"><TeamRuns name={name} /></Boundary>
            </div>
            <Boundary what="Datasets"><TeamDatasets name={name} /></Boundary>
          </div>
        )}
      </Answer>
    </div>
  );
}

function Head({ detail }: { detail: TeamDetail }): ReactNode {
  const { team: one } = detail;
  return (
    <header className="flex flex-col gap-3">
      <div>
        <h1 className="text-18 font-semibold">{one.display_name}</h1>
        <p className="text-13 text-ink-2">{one.description ?? `The team ${one.name}.`}</p>
      </div>
      <dl className="flex flex-wrap gap-y-3 text-13 [&>div]:border-l [&>div]:border-line [&>div]:px-5 [&>div:first-child]:border-l-0 [&>div:first-child]:pl-0">
        <Fact name="Owners" value={one.owners.join(", ") || "nobody"} note={plural(one.viewers.length, "viewer")} />
        <Fact name="Jobs" value={formatCount(detail.jobs)} note={plural(detail.namespaces.length, "namespace")} />
        <Fact name="Datasets" value={formatCount(detail.datasets)} note="that it writes or declared" />
        <Fact name="Runs, 24 hours" value={formatCount(detail.runs)} note={`${formatCount(detail.failed_runs)} failed`} />
      </dl>
      <div className="max-w-80"><QuotaBar sent={detail.events_today} quota={one.daily_event_quota} refuses={one.over_quota === "refuse"} /></div>
      {detail.namespaces.length > 0 && <p className="font-mono text-11 text-ink-3">{detail.namespaces.join("  ")}</p>}
    </header>
  );
}

function Fact({ name, value, note }: { name: string; value: ReactNode; note: ReactNode }): ReactNode {
  return (
    <div>
      <dt className="text-11 text-ink-3">{name}</dt>
      <dd className="text-15 font-semibold">{value}</dd>
      <dd className="text-11 text-ink-3">{note}</dd>
    </div>
  );
}

function Sent({ detail }: { detail: TeamDetail }): ReactNode {
  return (
    <Panel title="Events by day" note="as they arrived, in UTC">
      {detail.days.length === 0 && <Empty>It has sent nothing in the last 30 days.</Empty>}
      <table className="w-full text-12">
        {detail.days.length > 0 && <thead className="text-11 text-ink-3"><tr className="h-[30px]">{["Day", "Taken", "Over quota", "Refused", "Asked to wait"].map((head, place) => <th key={head} scope="col" className={place ? "px-3 text-right font-normal" : "px-3 text-left font-normal"}>{head}</th>)}</tr></thead>}
        <tbody>
          {detail.days.slice(0, 10).map((one) => (
            <tr key={one.day} className="h-[30px] border-t border-line">
              <td className="px-3">{one.day}</td>
              {[one.events, one.marked, one.refused, one.slowed].map((number, place) => <td key={place} className="px-3 text-right tabular-nums">{formatCount(number)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Kept({ detail }: { detail: TeamDetail }): ReactNode {
  const removed = new Map(detail.removed.map((one) => [one.kind, one]));
  return (
    <Panel title="Retention" note="what is older is removed by the worker">
      <table className="w-full text-12">
        <tbody>
          {keptFor(detail.team).map(({ kind, text }) => {
            const gone = removed.get(kind);
            return (
              <tr key={kind} className="h-[30px] border-t border-line first:border-t-0">
                <th scope="row" className="px-3 text-left font-normal text-ink-2">{kind}</th>
                <td className="px-3">{text}</td>
                <td className="px-3 text-right text-ink-3">{gone && <>{formatCount(gone.removed)} removed, from before <Time at={gone.before} now={new Date()} /></>}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}
