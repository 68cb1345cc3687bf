import { type ReactNode, useEffect } from "react";
import type { Simulation } from "@/api/schema";
import { Boundary } from "@/components/Panel";
import { Tab, TabPanel, Tabs, TabsList } from "@/components/ui/tabs";
import { AssetsTab } from "./AssetsTab";
import { CoverageTab } from "./CoverageTab";
import { Gauge } from "./Gauge";
import { PastSimulations } from "./PastSimulations";
import { People } from "./People";
import { ProofProgress } from "./ProofProgress";
import { RunbookTab } from "./RunbookTab";
import { Sentence } from "./Sentence";
import { Downstream, Replayed } from "./Totals";
import { VerdictDetail } from "./VerdictDetail";
import { VerdictFilter } from "./VerdictFilter";
import { VerdictTable } from "./VerdictTable";
import { type ResultTab, type SimulatorSearch, TABS } from "./search";
import { VERDICTS, switched } from "./verdicts";

interface Props {
  readonly result: Simulation;
  readonly search: SimulatorSearch;
  readonly view: (next: Partial<SimulatorSearch>) => void;
}

const BOX = "overflow-hidden rounded-lg border border-line bg-surface";
const SHOWN_PEOPLE = 8;

/** What a simulation found: the sentence, the numbers, then the proof. */
export function Result({ result, search, view }: Props): ReactNode {
  const tab = search.tab ?? "verdicts";
  const of = tab === "pipelines" ? result.job_texts : result.queries;
  const texts = of.items.filter((item) => (!search.verdict || search.verdict.includes(item.verdict)) && (!search.user || item.users.includes(search.user)));
  const selected = texts.find((text) => text.fingerprint === search.q) ?? texts[0];
  const titles: Record<ResultTab, string> = { verdicts: `Verdicts ${result.queries.total}`, pipelines: `Pipelines ${result.job_texts.total}`, assets: `Assets ${result.downstream_total}`, people: `People ${result.users.length}`, runbook: `Runbook ${result.runbook.length}`, coverage: "Coverage" };
  const table = <VerdictTable texts={texts} total={of.total} selected={selected?.fingerprint} select={(q) => view({ q })} />;
  const people = (users: Simulation["users"]): ReactNode => <People users={users} total={result.users.length} chosen={search.user} choose={(user) => view({ user, tab: "verdicts", q: undefined })} />;
  const bodies: Record<ResultTab, ReactNode> = { verdicts: table, pipelines: table, assets: <AssetsTab result={result} />, people: people(result.users), runbook: <RunbookTab result={result} />, coverage: <CoverageTab result={result} /> };
  const isTexts = tab === "verdicts" || tab === "pipelines";
  useVerdictKeys((index) => view({ verdict: switched(search.verdict, VERDICTS[index] ?? "safe") }));
  return (
    <>
      <Sentence result={result} />
      <ProofProgress result={result} />
      <div className={`${BOX} grid divide-line lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)_minmax(0,9fr)] lg:divide-x`}><Gauge result={result} /><Replayed result={result} /><Downstream result={result} /></div>
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(320px,34%)]">
        <Tabs className={BOX} value={tab} onValueChange={(value) => view({ tab: value as ResultTab, q: undefined })}>
          <div className="flex flex-wrap items-center gap-x-4 border-b border-line px-3">
            <TabsList aria-label="What was found">{TABS.map((one) => <Tab key={one} value={one}>{titles[one]}</Tab>)}</TabsList>
            {isTexts && <VerdictFilter counts={of.counts} texts={texts} search={search} view={view} />}
          </div>
          {TABS.map((one) => <TabPanel key={one} value={one}><Boundary what={titles[one]}>{bodies[one]}</Boundary></TabPanel>)}
        </Tabs>
        <div className="grid gap-3">
          {isTexts && selected && <Boundary what="The query"><VerdictDetail text={selected} /></Boundary>}
          {tab !== "people" && <section aria-label="Affected people" className={BOX}><h2 className="flex h-9 items-center border-b border-line px-3 text-13 font-semibold">Affected people</h2>{people(result.users.slice(0, SHOWN_PEOPLE))}</section>}
          <PastSimulations title="Past simulations of this dataset" asset={`${result.asset.namespace}/${result.asset.name}`} limit={5} current={result.id} />
        </div>
      </div>
    </>
  );
}

/** `1` to `4` show and hide a verdict, unless one is typing. */
function useVerdictKeys(toggle: (index: number) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName)) return;
      if (/^[1-4]$/.test(event.key)) toggle(Number(event.key) - 1);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [toggle]);
}

/** In the size of what will stand there. */
export function ResultSkeleton(): ReactNode {
  return (
    <div aria-hidden className="grid gap-3">
      <div className="h-6 w-2/3 rounded-sm bg-band" />
      <div className={`${BOX} h-50`} />
      <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(320px,34%)]"><div className={`${BOX} h-105`} /><div className={`${BOX} h-80`} /></div>
    </div>
  );
}
