/** Which runs stand where in the chart of the last hours; pure, so that the drawing needs no thought. */

import { groupBy } from "./collections";

export interface NightRun {
  readonly runId: string;
  readonly namespace: string;
  readonly job: string;
  readonly state: string;
  readonly began: number;
  readonly ended: number | null;
  readonly parent: string | null;
}

export interface Bar {
  readonly run: NightRun;
  /** Shares of the width, 0 to 1. */
  readonly from: number;
  readonly to: number;
}

export interface NightRow {
  readonly namespace: string;
  readonly job: string;
  readonly bars: readonly Bar[];
  readonly hasFailed: boolean;
}

export interface Night {
  readonly since: number;
  readonly until: number;
  readonly hours: readonly number[];
  readonly rows: readonly NightRow[];
  /** Jobs that ran, but are not among the rows. */
  readonly hidden: number;
}

const HOUR_MS = 3_600_000;
const BAD = new Set(["FAIL", "ABORT"]);

/** Jobs of the hours before `now`, earliest first; of too many, those that failed and then the latest. */
export function nightChart(all: readonly NightRun[], now: number, hours = 8, most = 30): Night {
  const until = Math.ceil(now / HOUR_MS) * HOUR_MS;
  const since = until - hours * HOUR_MS;
  const parents = new Set(all.map((run) => run.parent));
  // A run that starts others lasts as long as all of them, and would hide what happened.
  const shown = all.filter((run) => !parents.has(run.runId) && run.began < until && (run.ended ?? now) >= since);
  const byJob = groupBy(shown, (run) => `${run.namespace}/${run.job}`);
  const rows = [...byJob.values()].map((runs) => rowOf(runs, since, until, now));
  const chosen = [...rows].sort((a, b) => Number(b.hasFailed) - Number(a.hasFailed) || lastBegan(b) - lastBegan(a)).slice(0, most);
  chosen.sort((a, b) => firstBegan(a) - firstBegan(b));
  const marks = Array.from({ length: hours + 1 }, (_, index) => since + index * HOUR_MS);
  return { since, until, hours: marks, rows: chosen, hidden: rows.length - chosen.length };
}

function rowOf(runs: readonly NightRun[], since: number, until: number, now: number): NightRow {
  const share = (at: number): number => Math.min(1, Math.max(0, (at - since) / (until - since)));
  const bars = [...runs]
    .sort((a, b) => a.began - b.began)
    .map((run) => ({ run, from: share(run.began), to: share(run.ended ?? now) }));
  const last = bars.at(-1)?.run;
  return { namespace: last?.namespace ?? "", job: last?.job ?? "", bars, hasFailed: BAD.has(last?.state ?? "") };
}

function firstBegan(row: NightRow): number {
  return row.bars[0]?.run.began ?? 0;
}

function lastBegan(row: NightRow): number {
  return row.bars.at(-1)?.run.began ?? 0;
}
