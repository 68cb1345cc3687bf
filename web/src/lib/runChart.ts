/** The runs of a pipeline as columns for a chart, and the sentence that says what the chart shows; pure. */
import { plural } from "./format";

export interface ChartRun {
  readonly runId: string;
  readonly began: number;
  readonly state: string;
  readonly value: number | null;
  readonly isUnusual: boolean;
}

export interface ChartBand {
  readonly runs: number;
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

export interface ChartColumns {
  /** Seconds since 1970, oldest first. */
  readonly x: number[];
  /** Of runs that completed; the line breaks where one did not. */
  readonly good: (number | null)[];
  readonly bad: { readonly x: number; readonly y: number }[];
  readonly unusual: { readonly x: number; readonly y: number }[];
  readonly highest: number;
}

const BAD = new Set(["FAIL", "ABORT"]);

export function chartColumns(runs: readonly ChartRun[], band: ChartBand | null, scale: number): ChartColumns {
  const shown = [...runs].sort((a, b) => a.began - b.began);
  const y = (run: ChartRun): number | null => (run.value === null ? null : run.value / scale);
  const isBad = (run: ChartRun): boolean => BAD.has(run.state);
  return {
    x: shown.map((run) => run.began / 1000),
    good: shown.map((run) => (run.state === "COMPLETE" ? y(run) : null)),
    bad: shown.filter(isBad).map((run) => ({ x: run.began / 1000, y: y(run) ?? 0 })),
    unusual: shown.filter((run) => run.isUnusual && !isBad(run)).map((run) => ({ x: run.began / 1000, y: y(run) ?? 0 })),
    highest: Math.max((band?.high ?? 0) / scale, ...shown.map((run) => y(run) ?? 0)),
  };
}

/** `30 runs, normal 12.6 to 15.6 min, last 5.0 min, failed`. */
export function chartSentence(runs: readonly ChartRun[], band: ChartBand | null, format: (value: number) => string): string {
  const last = [...runs].sort((a, b) => b.began - a.began)[0];
  const normal = band ? `normal ${format(band.low)} to ${format(band.high)}` : "no normal band yet";
  const end = !last ? "" : `, last ${last.value === null ? "not reported" : format(last.value)}${BAD.has(last.state) ? ", failed" : ""}`;
  return `${plural(runs.length, "run")}, ${normal}${end}`;
}
