/** A span of time in steps, with what happened in each; pure. */

export interface Timeline {
  readonly since: number;
  readonly until: number;
  readonly bars: readonly { readonly from: number; readonly count: number }[];
}

const STEP_MS = 6 * 3_600_000;

/** Counts per six hours, from `days` before the end to the end. */
export function timeline(times: readonly number[], end: number, days: number): Timeline {
  const until = end;
  const since = end - days * 86_400_000;
  const first = Math.floor(since / STEP_MS) * STEP_MS;
  const bars = Array.from({ length: Math.ceil((until - first) / STEP_MS) }, (_, index) => ({ from: first + index * STEP_MS, count: 0 }));
  for (const at of times) {
    const bar = bars[Math.floor((at - first) / STEP_MS)];
    if (bar && at >= first && at <= until) bar.count += 1;
  }
  return { since, until, bars };
}

/** The nearest of some moments, if it is near enough; else the moment itself. */
export function snap(at: number, moments: readonly number[], within: number): number {
  const nearest = moments.reduce<number | null>((best, one) => (best === null || Math.abs(one - at) < Math.abs(best - at) ? one : best), null);
  return nearest !== null && Math.abs(nearest - at) <= within ? nearest : at;
}

/** The nearest moment after (1) or before (-1) another; the same if there is none. */
export function nextMoment(at: number, moments: readonly number[], sign: number): number {
  return moments.filter((one) => sign * (one - at) > 0).sort((a, b) => sign * (a - b))[0] ?? at;
}
