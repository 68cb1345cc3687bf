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

/** A run that is due: from the rhythm of its job. */
export interface DueRun {
  readonly namespace: string;
  readonly job: string;
  readonly at: number;
  /** What it reads is missing or wrong. */
  readonly isAtRisk: boolean;
}

export interface NightRow {
  readonly namespace: string;
  readonly job: string;
  readonly bars: readonly Bar[];
  readonly hasFailed: boolean;
  readonly due: (DueRun & { readonly from: number }) | null;
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
const AHEAD = 3;
const BAD = new Set(["FAIL", "ABORT"]);

/** Jobs around `now`, earliest first, three of eight hours ahead where runs are due; of too many, those that failed, then those at risk, then the latest. */
export function nightChart(all: readonly NightRun[], now: number, due: readonly DueRun[] = [], hours = 8, most = 30): Night {
  const isAhead = due.some(({ at }) => at >= now && at < now + AHEAD * HOUR_MS);
  const until = Math.ceil(now / HOUR_MS + (isAhead ? AHEAD : 0)) * HOUR_MS;
  const since = until - hours * HOUR_MS;
  const parents = new Set(all.map((run) => run.parent));
  // A run that starts others lasts as long as all of them, and would hide what happened.
  const shown = all.filter((run) => !parents.has(run.runId) && run.began < until && (run.ended ?? now) >= since);
  const byJob = groupBy(shown, (run) => `${run.namespace}/${run.job}`);
  const next = new Map(due.filter(({ at }) => at >= now && at < until).map((one) => [`${one.namespace}/${one.job}`, { ...one, from: (one.at - since) / (until - since) }]));
  const ran = [...byJob].map(([key, runs]) => rowOf(runs, next.get(key) ?? null, since, until, now));
  const awaited = [...next].filter(([key]) => !byJob.has(key)).map(([, one]): NightRow => ({ namespace: one.namespace, job: one.job, bars: [], hasFailed: false, due: one }));
  const rows = [...ran, ...awaited];
  const need = (row: NightRow): number => (row.hasFailed ? 2 : row.due?.isAtRisk ? 1 : 0);
  const chosen = [...rows].sort((a, b) => need(b) - need(a) || lastBegan(b) - lastBegan(a)).slice(0, most);
  chosen.sort((a, b) => firstBegan(a) - firstBegan(b));
  const marks = Array.from({ length: hours + 1 }, (_, index) => since + index * HOUR_MS);
  return { since, until, hours: marks, rows: chosen, hidden: rows.length - chosen.length };
}

function rowOf(runs: readonly NightRun[], due: NightRow["due"], since: number, until: number, now: number): NightRow {
  const share = (at: number): number => Math.min(1, Math.max(0, (at - since) / (until - since)));
  const bars = [...runs]
    .sort((a, b) => a.began - b.began)
    .map((run) => ({ run, from: share(run.began), to: share(run.ended ?? now) }));
  const last = bars.at(-1)?.run;
  return { namespace: last?.namespace ?? "", job: last?.job ?? "", bars, hasFailed: BAD.has(last?.state ?? ""), due };
}

function firstBegan(row: NightRow): number {
  return row.bars[0]?.run.began ?? row.due?.at ?? 0;
}

function lastBegan(row: NightRow): number {
  return row.bars.at(-1)?.run.began ?? row.due?.at ?? 0;
}
