import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { pipeline, pipelineRuns, run as runQuestion } from "@/api/operations";
import { job } from "@/api/questions";
import type { RunDetail } from "@/api/schema";
import { useMoment } from "@/api/useMoment";
import { CopyJson, Json } from "@/components/Json";
import { Answer, Boundary, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Tab, TabPanel, Tabs, TabsList } from "@/components/ui/tabs";
import { fragmentOf, readRunError } from "@/lib/runError";
import { useKeys } from "@/lib/useKeys";
import { ErrorText } from "./ErrorText";
import { RunDatasets } from "./RunDatasets";
import { RunEvents } from "./RunEvents";
import { RunHead } from "./RunHead";
import { RunWaterfall } from "./RunWaterfall";
import { RUN_TABS, type RunSearch } from "./search";

const TITLES = { events: "Events", io: "Facets", error: "Error", raw: "Raw JSON" };

/** One run: how it ended, what it belongs to, what it read and wrote, and all that it said. */
export function RunPage({ runId, search }: { runId: string; search: RunSearch }): ReactNode {
  const found = useQuery(runQuestion(runId));
  return (
    <Answer query={found} failed="This run could not be loaded." loading={<div className="grid gap-3 p-5"><SkeletonRows rows={12} /></div>}>
      {(detail) => <Found detail={detail} search={search} />}
    </Answer>
  );
}

function Found({ detail, search }: { detail: RunDetail; search: RunSearch }): ReactNode {
  const { now } = useMoment();
  const navigate = useNavigate();
  const name = detail.job_name === null ? null : `${detail.job_namespace}/${detail.job_name}`;
  const around = useQuery({ ...pipeline(name ?? "", detail.ended_at ?? undefined), enabled: name !== null }).data?.pipeline;
  const siblings = useQuery({ ...pipelineRuns(name ?? "", { limit: 200 }), enabled: name !== null }).data?.items ?? [];
  const place = siblings.findIndex((one) => one.run_id === detail.run_id);
  const go = (step: number): void => {
    const next = place < 0 ? undefined : siblings[place + step];
    if (next) void navigate({ to: "/runs/$runId", params: { runId: next.run_id } });
  };
  useKeys({ n: () => go(-1), b: () => go(1) });
  const tab = search.tab ?? (detail.error === null ? "events" : "error");
  const bodies = { events: <RunEvents runId={detail.run_id} now={now} />, io: <Facets detail={detail} />, error: <ErrorTab detail={detail} name={name} />, raw: <Json value={detail} /> };
  return (
    <>
      <div className="border-b border-line bg-surface px-5 py-3"><RunHead detail={detail} now={now} older={siblings[place + 1]?.run_id} newer={place > 0 ? siblings[place - 1]?.run_id : undefined} duration={around?.duration ?? null} /></div>
      <div className="mx-auto grid max-w-[1720px] items-start gap-3 p-5 lg:grid-cols-2">
        <Boundary what="The runs around it"><RunWaterfall detail={detail} now={now} /></Boundary>
        <div className="grid gap-3">
          <Boundary what="Inputs and outputs"><RunDatasets detail={detail} normal={around?.rows ?? null} /></Boundary>
          {detail.set_aside.length > 0 && <SetAside detail={detail} />}
        </div>
        <section className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface lg:col-span-2">
          <Tabs value={tab} onValueChange={(value) => void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ ...before, tab: value }) as RunSearch })}>
            <div className="flex items-center border-b border-line px-3"><TabsList aria-label="About this run">{RUN_TABS.map((one) => <Tab key={one} value={one}>{TITLES[one]}</Tab>)}</TabsList>{tab === "raw" && <span className="ml-auto"><CopyJson value={detail} /></span>}</div>
            {RUN_TABS.map((one) => <TabPanel key={one} value={one}><Boundary what={TITLES[one]}>{bodies[one]}</Boundary></TabPanel>)}
          </Tabs>
        </section>
      </div>
    </>
  );
}

function ErrorTab({ detail, name }: { detail: RunDetail; name: string | null }): ReactNode {
  const sql = useQuery({ ...job(name ?? ""), enabled: name !== null }).data?.sql ?? null;
  const error = readRunError(detail.facets.errorMessage?.value);
  if (!error) return <Empty>{detail.state === "FAIL" || detail.state === "ABORT" ? "It failed without a word. Producers send the reason in the errorMessage facet." : "It reported no error."}</Empty>;
  return <ErrorText error={error} sql={sql} mark={sql ? fragmentOf(sql, error) : null} withStack />;
}

function Facets({ detail }: { detail: RunDetail }): ReactNode {
  const whole = Object.fromEntries(Object.entries(detail.facets).map(([key, facet]) => [key, facet.value]));
  if (Object.keys(whole).length === 0) return <Empty>No facet was sent.</Empty>;
  return <Json value={whole} />;
}

function SetAside({ detail }: { detail: RunDetail }): ReactNode {
  return (
    <Panel title="Set aside" note="parts of its events that are not used">
      <ul>{detail.set_aside.map((one) => (
        <li key={`${one.event_id}${one.part}`} className="flex items-start gap-2 border-b border-line px-3 py-1.5 text-12 last:border-b-0"><span className="mt-0.5"><StateGlyph state="unknown" label="" /></span><span className="min-w-0"><Link to="/events/quarantine" search={{ reason: one.reason }} className="font-mono text-11 break-all hover:underline">{one.part || "the whole event"}</Link><br />{one.reason}</span></li>
      ))}</ul>
    </Panel>
  );
}
