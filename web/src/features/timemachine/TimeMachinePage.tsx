import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { runs } from "@/api/questions";
import { Answer, Boundary } from "@/components/Panel";
import { useAsOf } from "@/lib/asOf";
import { formatDuration, plural } from "@/lib/format";
import { EventPanel } from "./EventPanel";
import { InvestigateBar } from "./InvestigateBar";
import { Investigated, InvestigatedSkeleton } from "./Investigated";
import { Start } from "./Start";
import { investigation } from "./questions";
import { type TimeMachineSearch, lookbackDays, readTimeMachineSearch } from "./search";

/** From an alert back to its cause: what was it, how sure is that, and what is to be done? */
export function TimeMachinePage({ search }: { search: TimeMachineSearch }): ReactNode {
  const navigate = useNavigate();
  const go = (next: TimeMachineSearch, replace: boolean): void => void navigate({ to: "/time-machine", replace, search: (before: Record<string, unknown>) => ({ asOf: before.asOf, ...readTimeMachineSearch({ ...next }) }) as TimeMachineSearch });
  const at = useAlertTime(search);
  const { entity } = search;
  const found = useQuery({ ...investigation({ asset: entity, at, lookback_days: lookbackDays(search.lookback), model: search.model }), enabled: entity !== undefined && at !== undefined });
  const isOpen = entity !== undefined;
  // The address holds the moment as well, so that a link shows the same in a week.
  useEffect(() => {
    if (isOpen && !search.at && at) void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ ...before, at }) });
  }, [isOpen, search.at, at, navigate]);
  const seen = found.data?.found.examined;
  const note = seen && found.data && `${formatDuration(found.data.seconds)} · ${plural(seen.observations, "observation")}, ${plural(seen.changes, "change")} read`;
  const view = (next: Partial<TimeMachineSearch>): void => go({ ...search, at: search.at ?? at, ...next }, true);
  return (
    <div className="flex h-full flex-col">
      <InvestigateBar key={`${entity}|${search.at}|${search.lookback}|${search.model}`} search={search} at={search.at ?? at} investigate={(next) => go(next, false)} isRunning={isOpen && found.isFetching} note={note} />
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 flex-1 overflow-auto">
          <div className="mx-auto grid max-w-[1720px] gap-3 p-5">
            <Boundary what="The investigation">
              {isOpen ? <Answer query={found} failed="Nothing was concluded." loading={<InvestigatedSkeleton />}>{(answer) => <Investigated found={answer.found} search={search} view={view} />}</Answer> : <Start until={at} />}
            </Boundary>
          </div>
        </div>
        {found.data && search.event && <EventPanel key={search.event} found={found.data.found} event={search.event} close={() => view({ event: undefined })} />}
      </div>
    </div>
  );
}

/** The moment asked for; else that of the page, or of the newest run that is known. */
function useAlertTime(search: TimeMachineSearch): string | undefined {
  const asOf = useAsOf();
  const asked = search.at ?? asOf;
  const newest = useQuery({ ...runs({ limit: 1 }), enabled: asked === undefined });
  if (asked !== undefined) return asked;
  if (newest.isError) return new Date().toISOString();
  const last = newest.data?.items[0];
  if (!newest.data) return undefined;
  const at = last?.ended_at ?? last?.began_at;
  return at ? new Date(Math.min(Date.now(), Math.ceil(Date.parse(at) / 60_000) * 60_000)).toISOString().replace(/\.\d+Z$/, "Z") : new Date().toISOString();
}
