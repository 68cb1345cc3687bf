import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { schemaChanges } from "@/api/questions";
import type { ActiveAlert } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { entityParam, nameInSchema } from "@/lib/entity";
import { activeAlerts } from "./questions";

const KINDS = { failing_test: "test failing", failed_pipeline: "failed", late_pipeline: "late" };
const SHOWN = 30;

/** Before one has chosen: what is wrong now, and what changed last, each one click from its cause. */
export function Start({ until }: { until: string | undefined }): ReactNode {
  const alerts = useQuery({ ...activeAlerts({ as_of: until }), enabled: until !== undefined });
  const changes = useQuery(schemaChanges({ limit: 60, until }));
  return (
    <>
      <h1 className="text-18 font-semibold">From an alert back to its cause</h1>
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <Panel title="What is wrong" note={alerts.data && `${alerts.data.failed_pipelines} failed, ${alerts.data.late_pipelines} late, ${alerts.data.failing_tests} tests failing`}>
          <Answer query={alerts} failed="Alerts could not be loaded." loading={<SkeletonRows rows={6} />}>
            {(data) => (data.alerts.length === 0 ? <Empty>Nothing failed, is late or fails a test in the seven days before. Choose what puzzles you above.</Empty> : <ul>{data.alerts.slice(0, SHOWN).map((alert) => <Alert key={`${alert.node.id}${alert.at}${alert.says}`} alert={alert} at={until} />)}</ul>)}
          </Answer>
          {alerts.data && alerts.data.alerts.length > SHOWN && <p className="border-t border-line px-3 py-1.5 text-12 text-ink-3">{SHOWN} of {alerts.data.alerts.length} shown, the latest first</p>}
        </Panel>
        <Panel title="What changed" note="a schema change may not have hurt yet">
          <Answer query={changes} failed="Schema changes could not be loaded." loading={<SkeletonRows rows={6} />}>
            {(page) => {
              const items = page.items.filter((one) => one.verdict !== null).slice(0, 10);
              return items.length === 0 ? <Empty>No schema has changed since it was first seen.</Empty> : (
                <ul>
                  {items.map((one) => (
                    <li key={one.event_id} className="border-b border-line last:border-b-0">
                      <Link to="/time-machine" search={{ entity: entityParam(one.dataset), at: until }} className="flex h-[30px] items-center gap-2.5 px-3 text-12 hover:bg-sunken" title={`${one.dataset.id}: ${one.summary}`}>
                        <StateGlyph state={one.verdict === "breaking" ? "removed" : "changed"} />
                        <span className="shrink-0 font-medium">{nameInSchema(one.dataset.name)}</span><span className="min-w-0 truncate font-mono text-ink-2">{one.summary}</span>
                        <span className="ml-auto shrink-0 text-ink-3">{one.actor}</span><span className="shrink-0"><Time at={one.at} now={new Date()} /></span>
                      </Link>
                    </li>
                  ))}
                </ul>
              );
            }}
          </Answer>
        </Panel>
      </div>
    </>
  );
}

function Alert({ alert, at }: { alert: ActiveAlert; at: string | undefined }): ReactNode {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link to="/time-machine" search={{ entity: entityParam(alert.node), at }} className="flex h-[30px] items-center gap-2.5 px-3 text-12 hover:bg-sunken" title={`${alert.node.id}: ${alert.says}`}>
        <StateGlyph state={alert.kind === "late_pipeline" ? "late" : "failed"} label={KINDS[alert.kind]} /><KindGlyph kind={alert.node.kind} />
        <span className="shrink-0 font-medium">{nameInSchema(alert.node.name)}</span><span className="min-w-0 truncate text-ink-2">{alert.says}</span>
        <span className="ml-auto shrink-0"><Time at={alert.at} now={new Date()} /></span>
      </Link>
    </li>
  );
}
