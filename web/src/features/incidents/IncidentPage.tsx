import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { incident } from "@/api/questions";
import type { IncidentDetail } from "@/api/schema";
import { Answer, Boundary, Panel, SkeletonRows } from "@/components/Panel";
import { Time } from "@/components/Time";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { plural } from "@/lib/format";
import { countsWords } from "@/lib/incidents";
import { Actions } from "./Actions";
import { ActivityPanel } from "./ActivityPanel";
import { CausePanel } from "./CausePanel";
import { CountStrip } from "./CountStrip";
import { IncidentGraph } from "./IncidentGraph";
import { Facts, NextStep } from "./NextStep";
import { Spread } from "./Spread";
import { StateBadge } from "./StateBadge";
import { Tree } from "./Tree";
import type { IncidentSearch } from "./search";
import { useActing } from "./useActing";

const BOX = "rounded-lg border border-line bg-surface";

/** What happened, what belongs to it, and what do I do before the next thing breaks? */
export function IncidentPage({ id, search }: { id: number; search: IncidentSearch }): ReactNode {
  const found = useQuery(incident(id));
  return (
    <Answer query={found} failed={`Incident INC-${id} could not be loaded.`} loading={<div className="grid gap-3 p-5"><div className={`${BOX} h-20`} /><div className={BOX}><SkeletonRows rows={5} /></div></div>}>
      {(data) => <Incident key={data.id} data={data} search={search} />}
    </Answer>
  );
}

function Incident({ data, search }: { data: IncidentDetail; search: IncidentSearch }): ReactNode {
  const acting = useActing(data);
  return (
    <div className="max-sm:pb-20">
      <header className="flex flex-wrap items-end gap-3 border-b border-line bg-surface px-5 py-3 max-sm:px-4">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-2"><StateBadge incident={data} />{data.name}{data.tier && <span className="rounded-sm border border-ink-2 px-1.5 font-medium text-ink">Tier {data.tier}</span>}<span>opened <Time at={data.opened_at} now={new Date()} />{data.widened > 0 && <>, widened {plural(data.widened, "time")}, last <Time at={data.last_at} on={data.opened_at} /></>}</span></p>
          <h1 className="mt-1 text-18 font-semibold break-words">{data.title}</h1>
        </div>
        <Actions data={data} acting={acting} />
      </header>
      <div className="mx-auto grid max-w-[1720px] grid-cols-1 items-start gap-3 p-5 max-sm:gap-2 max-sm:p-0 lg:grid-cols-[minmax(0,1fr)_minmax(340px,28%)]">
        <div className="contents lg:grid lg:min-w-0 lg:gap-3">
          <div className="max-lg:order-1"><Boundary what="The cause"><CausePanel data={data} acting={acting} /></Boundary></div>
          <div className="max-lg:order-1 sm:hidden"><CountStrip counts={data.counts} /></div>
          <div className="max-lg:order-3"><Boundary what="What belongs to it"><Belonging data={data} search={search} /></Boundary></div>
          <div className="max-lg:order-4 max-sm:hidden"><Boundary what="How it spread"><Spread data={data} /></Boundary></div>
        </div>
        <div className="contents lg:grid lg:gap-3">
          <div className="max-lg:order-2"><NextStep data={data} /></div>
          <div className="max-lg:order-5"><Facts data={data} acting={acting} /></div>
          <div className="max-lg:order-6"><Boundary what="Activity"><ActivityPanel data={data} search={search} acting={acting} /></Boundary></div>
        </div>
      </div>
      {acting.toast}
    </div>
  );
}

const VIEWS = [{ value: "tree" as const, label: "Tree" }, { value: "graph" as const, label: "Graph" }];

/** The tree, or where there is room for it the graph. */
function Belonging({ data, search }: { data: IncidentDetail; search: IncidentSearch }): ReactNode {
  const navigate = useNavigate();
  const view = search.view ?? "tree";
  const choose = (next: "tree" | "graph"): void => void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ ...before, view: next === "tree" ? undefined : next }) as IncidentSearch });
  return (
    <Panel title="What belongs to it" note={<span className="max-sm:hidden">{countsWords(data.counts)}</span>} action={<span className="max-sm:hidden"><ToggleGroup label="Tree or graph" value={view} choices={VIEWS} onChange={choose} /></span>} className="max-sm:rounded-none max-sm:border-x-0">
      {view === "tree" ? <Tree data={data} /> : <><div className="max-sm:hidden"><IncidentGraph data={data} /></div><div className="sm:hidden"><Tree data={data} /></div></>}
    </Panel>
  );
}
