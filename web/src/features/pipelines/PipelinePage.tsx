import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { pipeline, pipelineRuns } from "@/api/operations";
import { useMoment } from "@/api/useMoment";
import { Answer, Boundary, Empty, Failure, Panel, SkeletonRows } from "@/components/Panel";
import { StateGlyph, runState } from "@/components/StateGlyph";
import { formatCount, plural } from "@/lib/format";
import { useKeys } from "@/lib/useKeys";
import { FactStrip } from "./FactStrip";
import { LastError } from "./LastError";
import { MeasureCharts } from "./MeasureCharts";
import { PipelineHead } from "./PipelineHead";
import { ReadsWrites } from "./ReadsWrites";
import { RunsTable } from "./RunsTable";
import { SettingsPanel } from "./SettingsPanel";
import type { PipelineSearch } from "./search";
import { jobName } from "./words";

interface Props {
  readonly namespace: string;
  readonly name: string;
  readonly search: PipelineSearch;
}

const SHOWN_RUNS = 60;

/** One pipeline: how it does against its normal, why it failed, what it touches, what is set for it. */
export function PipelinePage({ namespace, name, search }: Props): ReactNode {
  const { asOf, now, isReady } = useMoment();
  const whole = `${namespace}/${name}`;
  const detail = useQuery({ ...pipeline(whole, asOf), enabled: isReady });
  const runs = useQuery({ ...pipelineRuns(whole, { as_of: asOf, since: search.from, limit: SHOWN_RUNS }), enabled: isReady });
  const last = runs.data?.items[0];
  const navigate = useNavigate();
  useKeys({ b: () => last && void navigate({ to: "/runs/$runId", params: { runId: last.run_id } }) });
  if (detail.isError && !detail.data) return <Failure title={`${name} could not be loaded.`} error={detail.error} retry={() => void detail.refetch()} />;
  return (
    <>
      <div className="grid gap-3 border-b border-line bg-surface px-5 py-3">
        <PipelineHead name={name} detail={detail.data} now={now} />
        {detail.data?.pipeline.state === "at_risk" && <p className="flex items-center gap-1.5 text-13"><StateGlyph state="atRisk" label="" />Its input is missing: it has not run since {detail.data.pipeline.waits_for.map(jobName).join(", ")} failed.</p>}
        <FactStrip detail={detail.data} now={now} />
      </div>
      <div className="mx-auto grid max-w-[1720px] items-start gap-3 p-5 lg:grid-cols-[minmax(0,1fr)_minmax(320px,33%)]">
        <div className="grid min-w-0 gap-3">
          <Answer query={runs} failed="Runs could not be loaded." loading={<><Panel title="Duration"><div className="h-45" /></Panel><Panel title="Rows written" className="mt-3"><div className="h-45" /></Panel></>}>
            {(page) => detail.data && <MeasureCharts detail={detail.data} runs={page.items} asOf={asOf} />}
          </Answer>
          <Panel title="Runs" action={runs.data && <span className="text-ink-3">{runs.data.total > runs.data.items.length ? `${formatCount(runs.data.items.length)} of ${plural(runs.data.total, "run")}` : plural(runs.data.total, "run")}</span>}>
            <Answer query={runs} failed="Runs could not be loaded." loading={<SkeletonRows rows={8} />}>
              {(page) => (page.items.length === 0 ? <Empty>Runs appear here after the first START event of this job.</Empty> : <RunsTable runs={page.items} total={page.total} now={now} />)}
            </Answer>
          </Panel>
        </div>
        <div className="grid min-w-0 gap-3">
          {last && runState(last.state) === "failed" && <Boundary what="The last error"><LastError id={`job:${whole}`} name={whole} last={last} now={now} /></Boundary>}
          <Answer query={detail} failed="What it reads and writes could not be loaded." loading={<Panel title="Reads and writes"><SkeletonRows rows={4} /></Panel>}>
            {(data) => <><Boundary what="What it reads and writes"><ReadsWrites detail={data} now={now} /></Boundary><Boundary what="Settings"><SettingsPanel detail={data} /></Boundary></>}
          </Answer>
        </div>
      </div>
    </>
  );
}
