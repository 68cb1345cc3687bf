import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { assertions, pipelineStatus, schemaChanges } from "@/api/questions";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { useAsOf } from "@/lib/asOf";
import { formatCount, formatDuration, plural } from "@/lib/format";
import { useNight } from "./useNight";

const WEEK_MS = 7 * 86_400_000;

interface CellProps {
  readonly name: string;
  readonly state?: State;
  /** Nothing while it loads. */
  readonly value: string | undefined;
  readonly unit?: string;
  readonly note: string;
  readonly failed: boolean;
}

/** Five numbers that ask for action, or say that none is needed. */
export function StateStrip(): ReactNode {
  return (
    <section aria-label="State of things" className="grid grid-cols-5 rounded-lg border border-line bg-surface max-[1000px]:grid-cols-2">
      <FailingPipelines />
      <RunningPipelines />
      <FailingTests />
      <SchemaChanges />
      <Behind />
    </section>
  );
}

function Cell({ name, state, value, unit, note, failed }: CellProps): ReactNode {
  return (
    <div className="min-w-0 border-l border-line px-3.5 py-2 first:border-l-0">
      <p className="text-12 text-ink-3">{name}</p>
      <p className="flex h-[30px] items-center gap-2">
        {failed ? <StateGlyph state="unknown" label="could not be loaded" /> : state && value !== undefined && <StateGlyph state={state} label="" />}
        {value === undefined ? <span className="h-5 w-12 rounded-sm bg-band" /> : <span className="text-24 font-semibold">{value}</span>}
        {value !== undefined && unit && <span className="text-ink-3">{unit}</span>}
      </p>
      <p className="truncate text-12 text-ink-2" title={note}>{failed ? "could not be loaded; trying again" : note || "\u00a0"}</p>
    </div>
  );
}

function latestByJob(runs: ReturnType<typeof useNight>["runs"]) {
  const latest = new Map<string, (typeof runs)[number]>();
  for (const run of runs) {
    const key = `${run.namespace}/${run.job}`;
    if ((latest.get(key)?.began ?? 0) <= run.began) latest.set(key, run);
  }
  return [...latest.values()];
}

function FailingPipelines(): ReactNode {
  const { day, newest, runs, isEmpty } = useNight();
  const parents = new Set(runs.map((run) => run.parent));
  // Who only starts others fails with them: counted once, where it happened.
  const latest = latestByJob(runs.filter((run) => !parents.has(run.runId)));
  const failing = latest.filter((run) => run.state === "FAIL" || run.state === "ABORT");
  const isThere = day.data !== undefined || isEmpty;
  return <Cell name="Pipelines failing" state={failing.length ? "failed" : "succeeded"} value={isThere ? formatCount(failing.length) : undefined} unit={`of ${latest.length}`} note={failing.length ? failing.map((run) => run.job).join(", ") : "by their last run in 24 h"} failed={day.isError || newest.isError} />;
}

function RunningPipelines(): ReactNode {
  const { day, newest, runs, isEmpty } = useNight();
  const running = runs.filter((run) => run.state === "RUNNING");
  const isThere = day.data !== undefined || isEmpty;
  return <Cell name="Running" state={running.length ? "running" : undefined} value={isThere ? formatCount(running.length) : undefined} note={isThere ? `${plural(runs.length, "run")} in 24 h` : ""} failed={day.isError || newest.isError} />;
}

function FailingTests(): ReactNode {
  const asOf = useAsOf();
  const all = useQuery(assertions({ latest: true, until: asOf, limit: 1 }));
  const bad = useQuery(assertions({ latest: true, success: false, until: asOf, limit: 5 }));
  const names = bad.data?.items.map((item) => item.name).join(", ") ?? "";
  return <Cell name="Tests failing" state={bad.data?.total ? "failed" : "succeeded"} value={bad.data && all.data ? formatCount(bad.data.total) : undefined} unit={`of ${formatCount(all.data?.total ?? 0)}`} note={names || "each by its newest result"} failed={bad.isError || all.isError} />;
}

function SchemaChanges(): ReactNode {
  const { now } = useNight();
  const asOf = useAsOf();
  const since = now && new Date(Date.parse(now) - WEEK_MS).toISOString();
  const week = useQuery({ ...schemaChanges({ since, until: asOf, limit: 100 }), enabled: since !== undefined });
  const items = week.data?.items.filter((change) => change.verdict !== null) ?? [];
  const breaking = items.filter((change) => change.verdict === "breaking").length;
  return <Cell name="Schema changes, 7 days" state={breaking ? "removed" : undefined} value={week.data && formatCount(items.length)} note={breaking ? `${breaking} broke readers` : "none broke a reader"} failed={week.isError} />;
}

function Behind(): ReactNode {
  const status = useQuery(pipelineStatus());
  const lost = status.data && !status.data.worker_alive;
  const state: State = lost ? "failed" : (status.data?.lag_seconds ?? 0) > 5 ? "late" : "succeeded";
  return <Cell name="Headwater" state={state} value={status.data && (lost ? "away" : formatDuration(status.data.lag_seconds))} unit={lost ? "worker" : "behind"} note={status.data ? `${formatCount(status.data.totals.quarantine)} in quarantine` : ""} failed={status.isError} />;
}
