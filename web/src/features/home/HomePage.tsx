import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { pipelineStatus } from "@/api/questions";
import { Boundary } from "@/components/Panel";
import { formatCount } from "@/lib/format";
import { CriticalDatasets } from "./CriticalDatasets";
import { FirstEvent } from "./FirstEvent";
import { NightPanel } from "./NightPanel";
import { OpenIncidents } from "./OpenIncidents";
import { RecentChanges } from "./RecentChanges";
import { StateStrip } from "./StateStrip";

/** Is anything wrong, and where does one start? */
export function HomePage(): ReactNode {
  const status = useQuery(pipelineStatus());
  const isNew = status.data?.head === 0;
  return (
    <div className="mx-auto grid max-w-[1720px] grid-cols-[minmax(0,1fr)] gap-3 p-5 max-sm:p-3">
      <h1 className="sr-only">Home</h1>
      <SearchBar />
      {isNew ? <FirstEvent /> : (
        <>
          <Boundary what="The state of things"><StateStrip /></Boundary>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(360px,36%)]">
            <div className="grid min-w-0 gap-3"><Boundary what="Open incidents"><OpenIncidents /></Boundary><Boundary what="The chart of runs"><NightPanel /></Boundary></div>
            <div className="grid gap-3">
              <Boundary what="Schema changes"><RecentChanges /></Boundary>
              <Boundary what="Critical datasets"><CriticalDatasets /></Boundary>
            </div>
          </div>
        </>
      )}
    </div>
  );
}

function SearchBar(): ReactNode {
  const totals = useQuery(pipelineStatus()).data?.totals;
  const counts = totals && [`${formatCount(totals.datasets)} datasets`, `${formatCount(totals.jobs)} jobs`, `${formatCount(totals.queries)} queries`];
  const open = (): void => void window.dispatchEvent(new KeyboardEvent("keydown", { key: "/" }));
  return (
    <button type="button" onClick={open} className="flex h-[38px] items-center gap-2.5 rounded-lg border border-ctl bg-surface px-3 text-left text-15 text-ink-3 hover:border-accent">
      <Search className="size-4" aria-hidden />
      <span className="truncate">Find a dataset, column, pipeline, person or query</span>
      <span className="ml-auto flex gap-2.5 text-12 max-sm:hidden">{counts?.map((count) => <span key={count}>{count}</span>)}</span>
      <kbd className="rounded-sm border border-line-2 px-1.5 font-mono text-11">/</kbd>
    </button>
  );
}
