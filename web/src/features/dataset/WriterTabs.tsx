import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { job } from "@/api/questions";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { Sql } from "@/components/Sql";
import { StateGlyph, runState } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { formatDuration } from "@/lib/format";
import type { TabProps } from "./tab";
import { writerOf } from "./writer";

/** The runs of the job that writes it, newest first. */
export function RunsTab({ detail }: TabProps): ReactNode {
  const writer = writerOf(detail);
  const found = useQuery({ ...job(writer ?? ""), enabled: writer !== null });
  if (!writer) return <Panel title="Runs"><Empty>Nothing is known to write it.</Empty></Panel>;
  return (
    <Panel title="Runs" note={`of ${writer}`}>
      <Answer query={found} failed="Runs could not be loaded." loading={<SkeletonRows rows={8} />}>
        {({ latest_runs: { items, total } }) => (items.length === 0 ? <Empty>Runs appear here after the first START event of {writer}.</Empty> : (
          <table className="w-full text-12">
            <thead className="text-11 text-ink-3"><tr className="h-[30px] border-b border-line text-left [&_th]:px-3 [&_th]:font-normal"><th scope="col" className="w-10">State</th><th scope="col">Began</th><th scope="col">Ended</th><th scope="col" className="text-right">Took</th><th scope="col">Run</th></tr></thead>
            <tbody>
              {items.map((run) => (
                <tr key={run.run_id} className="h-[30px] border-b border-line last:border-b-0 [&_td]:px-3">
                  <td><StateGlyph state={runState(run.state)} /></td><td><Time at={run.began_at} now={new Date()} /></td><td><Time at={run.ended_at} now={new Date()} /></td>
                  <td className="text-right">{run.duration_seconds === null ? "" : formatDuration(run.duration_seconds)}</td><td className="font-mono text-ink-3"><Link to="/runs/$runId" params={{ runId: run.run_id }} className="hover:underline">{run.run_id}</Link></td>
                </tr>
              ))}
            </tbody>
            <caption className="caption-bottom px-3 py-1.5 text-left text-ink-3">{items.length} of {total} shown, newest first</caption>
          </table>
        ))}
      </Answer>
    </Panel>
  );
}

export function SqlTab({ detail }: TabProps): ReactNode {
  const writer = writerOf(detail);
  const found = useQuery({ ...job(writer ?? ""), enabled: writer !== null });
  if (!writer) return <Panel title="SQL"><Empty>Nothing is known to write it.</Empty></Panel>;
  return (
    <Panel title="SQL" note={`of ${writer}`}>
      <Answer query={found} failed="The SQL could not be loaded." loading={<SkeletonRows rows={8} />}>
        {({ sql }) => (sql ? <Sql text={sql} /> : <Empty>{writer} has sent no SQL.</Empty>)}
      </Answer>
    </Panel>
  );
}
