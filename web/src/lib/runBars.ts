/** The last runs of a pipeline as bars, and where a value stands against its normal band; pure. */

export interface BarRun {
  readonly state: string;
  readonly began: number;
  readonly ended: number | null;
  readonly seconds: number | null;
  readonly isLong: boolean;
}

export type BarKind = "ok" | "failed" | "retried" | "long" | "running" | "unknown";

export interface RunBar {
  readonly kind: BarKind;
  /** Share of the height, 0 to 1. */
  readonly height: number;
}

const LEAST = 0.12;
const MOST_USUAL = 1.8;
const FAILED = new Set(["FAIL", "ABORT"]);
// A run that follows so soon, as a share of the usual gap, is another try of the same.
const RETRY = 0.25;

/** Oldest first; `runs` come newest first, as answers give them. */
export function runBars(runs: readonly BarRun[], usualGap: number | null): readonly RunBar[] {
  const took = runs.flatMap((run) => run.seconds ?? []).sort((a, b) => a - b);
  // One run that took for ever must not make all others flat.
  const usual = took[Math.floor(took.length / 2)] ?? 1;
  const longest = Math.max(1, Math.min(took.at(-1) ?? 1, usual * MOST_USUAL));
  const bars = runs.map((run, place) => ({ kind: kindOf(run, runs[place - 1], usualGap), height: Math.min(1, Math.max(LEAST, (run.seconds ?? 0) / longest)) }));
  return bars.reverse();
}

function kindOf(run: BarRun, next: BarRun | undefined, usualGap: number | null): BarKind {
  if (FAILED.has(run.state)) {
    const pause = next && run.ended !== null ? (next.began - run.ended) / 1000 : Infinity;
    return usualGap !== null && pause < usualGap * RETRY ? "retried" : "failed";
  }
  if (run.state === "RUNNING") return "running";
  if (run.state !== "COMPLETE") return "unknown";
  return run.isLong ? "long" : "ok";
}

export interface BandScale {
  /** Shares of the width, 0 to 1. */
  readonly low: number;
  readonly high: number;
  readonly value: number | null;
  readonly isOutside: boolean;
}

// What is normal ends before the line does, so that more than normal has room.
const ROOM = 1.28;
const NARROWEST = 0.06;

export function bandScale(low: number, high: number, value: number | null): BandScale {
  const end = Math.max(high * ROOM, value ?? 0, Number.MIN_VALUE);
  const half = Math.max(NARROWEST, (high - low) / end) / 2;
  const middle = (low + high) / 2 / end;
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half), value: value === null ? null : value / end, isOutside: value !== null && (value < low || value > high) };
}

/** `398 to 421`, `30` where both are the same. */
export function formatRange(low: number, high: number, format: (value: number) => string): string {
  const [from, to] = [format(low), format(high)];
  return from === to ? from : `${from} to ${to}`;
}
