/** A span of time in steps, with what happened in each; pure. */

export interface Timeline {
  readonly since: number;
  readonly until: number;
  /** How long each bar lasts. */
  readonly step: number;
  readonly bars: readonly { readonly from: number; readonly count: number }[];
}

export interface Span {
  readonly since: number;
  readonly until: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NIGHT_MS = 8 * HOUR_MS;
const STEP_MS = 6 * HOUR_MS;

/** How many times lie in each step of a span. */
export function timeline(times: readonly number[], { since, until }: Span): Timeline {
  const step = stepOf(until - since);
  const first = Math.floor(since / step) * step;
  const bars = Array.from({ length: Math.ceil((until - first) / step) }, (_, index) => ({ from: first + index * step, count: 0 }));
  for (const at of times) {
    const bar = bars[Math.floor((at - first) / step)];
    if (bar && at >= first && at <= until) bar.count += 1;
  }
  return { since, until, step, bars };
}

/** Quarters of an hour in a night, six hours in weeks. */
function stepOf(length: number): number {
  return length <= NIGHT_MS ? HOUR_MS / 4 : STEP_MS;
}

/** So many days up to the last that is known; further back where a moment would lie a step or more before them. */
export function daysUpTo(days: number, last: number, moments: readonly number[]): Span {
  const first = Math.min(last, ...moments);
  const until = first < last - days * DAY_MS - STEP_MS ? first + DAY_MS : last;
  return { since: until - days * DAY_MS, until };
}

/** The eight hours around what is nearest to a moment: from when it began to what was heard of it last. */
export function nightAround(at: number, events: readonly { readonly began: number; readonly ended: number }[]): Span {
  const distance = ({ began, ended }: { began: number; ended: number }): number => Math.max(began - at, at - ended, 0);
  const nearest = events.toSorted((a, b) => distance(a) - distance(b))[0];
  const middle = nearest ? (nearest.began + nearest.ended) / 2 : at - NIGHT_MS / 2;
  return { since: middle - NIGHT_MS / 2, until: middle + NIGHT_MS / 2 };
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
