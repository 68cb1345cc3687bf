import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { run as runQuestion } from "@/api/operations";
import { job, schemaChanges } from "@/api/questions";
import type { PipelineRun } from "@/api/schema";
import { Answer, Panel, SkeletonRows } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { fragmentOf, readRunError } from "@/lib/runError";
import { ErrorText } from "./ErrorText";
import { shortRun } from "./words";

/** Why its newest run failed: the message, the place, the SQL with what is wrong in it, and what changed before. */
export function LastError({ id, name, last, now }: { id: string; name: string; last: PipelineRun; now: Date }): ReactNode {
  const found = useQuery(runQuestion(last.run_id));
  const sql = useQuery(job(name)).data?.sql ?? null;
  const breaking = useQuery(schemaChanges({ upstream_of: id, breaking: true, until: last.ended_at ?? undefined, limit: 1 })).data?.items[0];
  return (
    <Panel title={<span className="flex items-center gap-2"><StateGlyph state="failed" label="" /><span>Last run, <Time at={last.began_at} now={now} /></span></span>} action={<Link to="/runs/$runId" params={{ runId: last.run_id }} title={last.run_id} className="font-mono text-11 text-ink-3 hover:underline">{shortRun(last.run_id)}</Link>}>
      <Answer query={found} failed="The error could not be loaded." loading={<SkeletonRows rows={6} />}>
        {(detail) => {
          const error = readRunError(detail.facets.errorMessage?.value);
          if (!error) return <p className="p-3 text-ink-2">It failed without a word. Producers send the reason in the errorMessage facet.</p>;
          return <ErrorText error={error} sql={sql} mark={sql ? fragmentOf(sql, error) : null} />;
        }}
      </Answer>
      {breaking && (
        <p className="border-t border-line px-3 py-2 text-12">
          <span className="mr-1.5 inline-block align-[-2px]"><StateGlyph state="removed" label="" /></span>Before it: <Link to="/datasets/$namespace/$name" params={breaking.dataset} search={{ tab: "versions" }} className="font-semibold hover:underline">{breaking.summary}</Link> of {breaking.dataset.name}{breaking.actor && ` by ${breaking.actor}`}, <Time at={breaking.at} now={now} />
        </p>
      )}
    </Panel>
  );
}
