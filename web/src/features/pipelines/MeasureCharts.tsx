import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { schemaChanges } from "@/api/questions";
import type { PipelineDetail, PipelineRun } from "@/api/schema";
import { Boundary, Empty, Panel } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { formatCount, formatDuration, plural } from "@/lib/format";
import { formatRange } from "@/lib/runBars";
import { type ChartRun, chartColumns, chartSentence } from "@/lib/runChart";
import { rangeOfSeconds } from "./FactStrip";
import { RunChart } from "./RunChart";

interface Props {
  readonly detail: PipelineDetail;
  readonly runs: readonly PipelineRun[];
  readonly asOf: string | undefined;
}

const MINUTE = 60;
const secondsFailed = (value: number): string => `${value.toFixed(0)} s failed`;
const minutesFailed = (value: number): string => `${value.toFixed(1)} failed`;
const rowsFailed = (value: number): string => `${formatCount(value)} rows`;

/** How long runs take and what they write, each on its normal band, with schema changes upstream marked. */
export function MeasureCharts({ detail, runs, asOf }: Props): ReactNode {
  const { id, duration, rows } = detail.pipeline;
  const since = runs.at(-1)?.began_at ?? undefined;
  const found = useQuery({ ...schemaChanges({ upstream_of: id, since, until: asOf, limit: 100 }), enabled: since !== undefined });
  const changes = useMemo(() => found.data?.items.map((change) => Date.parse(change.at)) ?? [], [found.data]);
  const inSeconds = (duration?.high ?? 0) < 2 * MINUTE;
  const scale = inSeconds ? 1 : MINUTE;
  const took = useMemo(() => runs.map((run) => chartRun(run, run.duration_seconds, "duration")), [runs]);
  const wrote = useMemo(() => runs.map((run) => chartRun(run, run.rows, "rows")), [runs]);
  const durations = useMemo(() => chartColumns(took, duration, scale), [took, duration, scale]);
  const counts = useMemo(() => chartColumns(wrote, rows, 1), [wrote, rows]);
  const legend = changes.length > 0 && <span className="text-ink-3" title={found.data?.items.map((change) => `${change.at.slice(0, 16)} ${change.dataset.name}: ${change.summary}`).join("\n")}>◇ {plural(changes.length, "schema change")} upstream</span>;
  const hasRows = wrote.some((run) => run.value !== null);
  const outputs = detail.outputs.items.map((dataset) => dataset.name).join(", ");
  return (
    <>
      <Panel title="Duration" note={inSeconds ? "seconds" : "minutes"} action={legend}>
        <Boundary what="The chart of durations">
          {runs.length === 0 ? <Empty>Runs appear here after the first START event of this job.</Empty> : <RunChart kind="line" columns={durations} band={duration} scale={scale} bandLabel={duration ? rangeOfSeconds(duration.low, duration.high) : ""} badLabel={inSeconds ? secondsFailed : minutesFailed} changes={changes} sentence={chartSentence(took, duration, formatDuration)} />}
        </Boundary>
        {!duration && runs.length > 0 && <FewRuns runs={took} />}
      </Panel>
      <Panel title="Rows written" note={outputs} action={detail.outputs.total > detail.outputs.items.length && `${detail.outputs.total} datasets`}>
        <Boundary what="The chart of rows">
          {!hasRows ? <Empty>No run has said how many rows it wrote. Producers send them in the outputStatistics facet.</Empty> : <RunChart kind="bars" columns={counts} band={rows} scale={1} bandLabel={rows ? formatRange(rows.low, rows.high, formatCount) : ""} badLabel={rowsFailed} changes={changes} sentence={chartSentence(wrote, rows, formatCount)} />}
        </Boundary>
      </Panel>
    </>
  );
}

function chartRun(run: PipelineRun, value: number | null, measure: string): ChartRun {
  return { runId: run.run_id, began: Date.parse(run.began_at ?? ""), state: run.state, value, isUnusual: run.unusual.includes(measure) };
}

function FewRuns({ runs }: { runs: readonly ChartRun[] }): ReactNode {
  const completed = runs.filter((run) => run.state === "COMPLETE").length;
  return <p className="flex items-center gap-1.5 border-t border-line px-3 py-1.5 text-12 text-ink-3"><StateGlyph state="unknown" label="" />Normal band from 8 successful runs on; {completed} so far.</p>;
}
