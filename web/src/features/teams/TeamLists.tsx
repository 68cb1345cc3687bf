import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { teamDatasets, teamIncidents, teamRuns } from "@/api/teams";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { Time } from "@/components/Time";
import { formatCount } from "@/lib/format";

const SHOWN = 8;
const ROW = "flex h-[30px] items-center gap-3 border-b border-line px-3 text-12 last:border-b-0";

/** What its jobs write, or what it declared. */
export function TeamDatasets({ name }: { name: string }): ReactNode {
  const query = useQuery(teamDatasets(name));
  return (
    <Panel title="Datasets" note={query.data && `${formatCount(query.data.items.length)} of ${formatCount(query.data.total ?? 0)}`}>
      <Answer query={query} failed={`Datasets of ${name} could not be loaded.`} loading={<SkeletonRows rows={6} />}>
        {({ items }) => items.length === 0 ? <Empty>No dataset is written or declared by it.</Empty> : (
          <ul>
            {items.map((one) => (
              <li key={`${one.namespace}/${one.name}`} className={ROW}>
                <Link to="/datasets/$namespace/$name" params={one} className="min-w-0 truncate font-mono hover:underline">{one.name}</Link>
                <span className="min-w-0 truncate text-ink-3">{one.namespace}</span>
                <span className="ml-auto shrink-0 text-ink-3"><Time at={one.last_seen} now={new Date()} /></span>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Panel>
  );
}

export function TeamRuns({ name }: { name: string }): ReactNode {
  const query = useQuery(teamRuns(name));
  return (
    <Panel title="Latest runs" note={query.data && `of ${formatCount(query.data.total ?? 0)}`}>
      <Answer query={query} failed={`Runs of ${name} could not be loaded.`} loading={<SkeletonRows rows={6} />}>
        {({ items }) => items.length === 0 ? <Empty>None of its jobs has run.</Empty> : (
          <ul>
            {items.slice(0, SHOWN).map((one) => (
              <li key={one.run_id} className={ROW}>
                <Link to="/runs/$runId" params={{ runId: one.run_id }} className="min-w-0 truncate font-mono hover:underline">{one.job_name}</Link>
                <span className="shrink-0 text-ink-2">{one.state?.toLowerCase()}</span>
                <span className="ml-auto shrink-0 text-ink-3"><Time at={one.began_at} now={new Date()} /></span>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Panel>
  );
}

export function TeamIncidents({ name }: { name: string }): ReactNode {
  const query = useQuery(teamIncidents(name));
  return (
    <Panel title="Incidents" note={query.data && `of ${formatCount(query.data.total ?? 0)}`}>
      <Answer query={query} failed={`Incidents of ${name} could not be loaded.`} loading={<SkeletonRows rows={3} />}>
        {({ items }) => items.length === 0 ? <Empty>Nothing of it is part of an incident.</Empty> : (
          <ul>
            {items.slice(0, SHOWN).map((one) => (
              <li key={one.id} className={ROW}>
                <Link to="/incidents/$id" params={{ id: String(one.id) }} className="min-w-0 truncate hover:underline">{one.name}: {one.title}</Link>
                <span className="ml-auto shrink-0 text-ink-2">{one.state}</span>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Panel>
  );
}
