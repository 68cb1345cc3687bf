import type { ReactNode } from "react";
import type { PipelineDetail } from "@/api/schema";
import { Time } from "@/components/Time";
import { formatCount, formatDuration, plural } from "@/lib/format";
import { formatRange } from "@/lib/runBars";
import { NextExpected } from "./NextExpected";
import { percent, rowsOf } from "./pipelineColumns";
import { RUN_WORDS } from "./words";

const MINUTE = 60;
const FROM = 8;

interface FactProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
}

/** Six facts that say how it does; grey while they load, in the same size. */
export function FactStrip({ detail, now }: { detail: PipelineDetail | undefined; now: Date }): ReactNode {
  if (!detail) return <div role="status" aria-label="loading" className="flex h-[58px] gap-8">{Array.from({ length: 6 }, (_, place) => <span key={place} className="h-10 w-28 rounded-sm bg-band" />)}</div>;
  const one = detail.pipeline;
  const last = one.runs[0];
  const completed = one.runs.filter((run) => run.state === "COMPLETE").length;
  const fewer = `from ${FROM} successful runs on; ${completed} so far`;
  const took = last?.seconds === null || last?.seconds === undefined ? "" : formatDuration(last.seconds);
  return (
    <dl className="flex flex-wrap gap-y-3 [&>div]:border-l [&>div]:border-line [&>div]:px-5 [&>div:first-child]:border-l-0 [&>div:first-child]:pl-0">
      <Fact name={`Success, ${one.finished} runs`} value={one.success_rate === null ? "none yet" : `${percent(one.success_rate)} %`} note={one.success_rate === null ? "no run has finished" : `${Math.round(one.success_rate * one.finished)} of ${plural(one.finished, "run")}`} />
      <Fact name="Last success" value={detail.last_success ? <Time at={detail.last_success} now={now} /> : "none"} note={detail.last_success ? `${formatDuration((now.valueOf() - Date.parse(detail.last_success)) / 1000)} ago` : "in the last 60 runs"} />
      <Fact name="Took, normal" value={one.duration ? rangeOfSeconds(one.duration.low, one.duration.high) : "not known yet"} note={one.duration ? [`last ${took}`, last && last.state !== "COMPLETE" && RUN_WORDS[last.state]].filter(Boolean).join(", ") : fewer} />
      <Fact name="Rows, normal" value={one.rows ? formatRange(one.rows.low, one.rows.high, formatCount) : "not known yet"} note={one.rows ? `last ${rowsOf(one) || "not reported"}` : fewer} />
      <Fact name="Watermark" value={detail.watermark ?? "none"} note={detail.next_watermark ? `next ${detail.next_watermark}` : "no execution has set one"} />
      <Fact name="Next expected" value={<NextExpected pipeline={one} now={now} />} note={one.next_run ? <>late after <Time at={one.next_run.late_after} now={now} /></> : "runs too seldom to tell"} />
    </dl>
  );
}

function Fact({ name, value, note }: FactProps): ReactNode {
  return (
    <div>
      <dt className="text-11 text-ink-3">{name}</dt>
      <dd className="text-15 font-semibold whitespace-nowrap [&_span]:text-ink">{value}</dd>
      <dd className="text-11 text-ink-3">{note}</dd>
    </div>
  );
}

export function rangeOfSeconds(low: number, high: number): string {
  if (high < 2 * MINUTE) return `${formatRange(low, high, (value) => value.toFixed(0))} s`;
  return `${formatRange(low, high, (value) => (value / MINUTE).toFixed(1))} min`;
}
