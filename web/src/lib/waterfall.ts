/** Runs that belong together on one time axis; pure. */

export interface WaterfallRun {
  readonly runId: string;
  readonly began: number | null;
  readonly ended: number | null;
}

export interface WaterfallRow<Run> {
  readonly run: Run;
  readonly depth: number;
  /** Shares of the width, 0 to 1; nothing where its beginning is not known. */
  readonly from: number | null;
  readonly to: number | null;
}

const THINNEST = 0.004;

/** The parent first, then its children by their beginning; what still runs lasts until `now`. */
export function waterfall<Run extends WaterfallRun>(parent: Run | null, children: readonly Run[], now: number): readonly WaterfallRow<Run>[] {
  const all = [...(parent ? [parent] : []), ...children];
  const begins = all.flatMap((run) => (run.began === null ? [] : [run.began]));
  const since = Math.min(...begins);
  const until = Math.max(since + 1, ...all.map((run) => run.ended ?? run.began ?? since));
  // Of a run that never ended nobody knows how long it took: it is drawn as far as the others go.
  const end = (run: Run): number => run.ended ?? Math.min(now, until);
  const share = (at: number): number => Math.min(1, Math.max(0, (at - since) / (until - since)));
  const row = (run: Run, depth: number): WaterfallRow<Run> => {
    if (run.began === null) return { run, depth, from: null, to: null };
    const from = Math.min(share(run.began), 1 - THINNEST);
    return { run, depth, from, to: Math.max(from + THINNEST, share(end(run))) };
  };
  const sorted = [...children].sort((a, b) => (a.began ?? Infinity) - (b.began ?? Infinity));
  return [...(parent ? [row(parent, 0)] : []), ...sorted.map((child) => row(child, parent ? 1 : 0))];
}
