import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Happening, IncidentMoment, Investigation } from "@/api/schema";
import { Empty, Failure, Panel, SkeletonRows } from "@/components/Panel";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { Time, ZONE } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { cn } from "@/lib/classes";
import { entityParam, nameInSchema } from "@/lib/entity";
import { type PhaseRows, gap, momentState, phases, whatAndDetail } from "@/lib/investigation";
import { formatOnDay } from "@/lib/format";
import { useKeys } from "@/lib/useKeys";
import type { InvestigatedProps } from "./Investigated";
import { everything } from "./questions";

const VIEWS = [{ value: "phases" as const, label: "Phases" }, { value: "all" as const, label: "All events" }];

/** The story first; everything that was recorded on request. */
export function TimelinePanel({ found, search, view }: InvestigatedProps): ReactNode {
  const shown = search.view ?? "phases";
  const groups = phases(found.timeline);
  const all = groups.flatMap((group) => group.moments);
  const step = (by: number): void => {
    const place = all.findIndex((one) => one.evidence === search.event);
    const next = all[place < 0 ? (by > 0 ? 0 : all.length - 1) : place + by];
    if (next) view({ event: next.evidence });
  };
  useKeys({ n: () => step(1), b: () => step(-1) });
  return (
    <Panel title="Timeline" note={<ToggleGroup label="What the timeline shows" value={shown} choices={VIEWS} onChange={(next) => view({ view: next })} className="h-6" />} action={<span className="text-ink-3">{ZONE}</span>}>
      {shown === "all" ? <Everything found={found} /> : groups.length === 0 ? <Empty>Nothing was recorded that belongs to it.</Empty>
        : groups.map((group) => <Phase key={group.phase} group={group} found={found} chosen={search.event} choose={(event) => view({ event: event === search.event ? undefined : event })} />)}
    </Panel>
  );
}

const EDGES = { ROOT_CAUSE: "border-l-ink", FIRST_FAILURE: "border-l-fail", CASCADE: "border-l-fail", BUSINESS_IMPACT: "border-l-late" };

function Phase({ group, found, chosen, choose }: { group: PhaseRows; found: Investigation; chosen: string | undefined; choose: (event: string) => void }): ReactNode {
  const [first, last] = [group.moments[0]?.at ?? found.at, group.moments.at(-1)?.at ?? found.at];
  const clock = (at: string): string => formatOnDay(new Date(at), new Date(found.at), ZONE);
  const cause = found.cause?.change.at;
  const when = group.phase === "FIRST_FAILURE" && cause ? `+ ${gap(cause, first)}` : first === last ? clock(first) : `${clock(first)} to ${clock(last)}`;
  return (
    <section aria-label={group.title} className={cn("grid grid-cols-[132px_minmax(0,1fr)] border-b border-l-[3px] border-line py-1 last:border-b-0 max-[1100px]:grid-cols-1", EDGES[group.phase])}>
      <div className="px-3 py-1 text-11 text-ink-3"><h3 className="font-semibold tracking-wide text-ink uppercase">{group.title}</h3><p>{when}</p></div>
      <ul>{group.moments.map((one) => <Row key={one.evidence} moment={one} found={found} isChosen={one.evidence === chosen} choose={choose} />)}</ul>
    </section>
  );
}

function Row({ moment, found, isChosen, choose }: { moment: IncidentMoment; found: Investigation; isChosen: boolean; choose: (event: string) => void }): ReactNode {
  const { what, detail } = whatAndDetail(moment.says);
  const id = moment.run_id ? `run ${moment.run_id.slice(0, 4)}…${moment.run_id.slice(-2)}` : (moment.event_id?.slice(0, 8) ?? "");
  return (
    <li>
      <button type="button" aria-pressed={isChosen} onClick={() => choose(moment.evidence)} className={cn("grid h-6.5 w-full grid-cols-[52px_18px_minmax(0,1fr)_minmax(0,130px)_86px] items-center gap-2 pr-3 text-left hover:bg-sunken", isChosen && "bg-accent-bg hover:bg-accent-bg")}>
        <span className="text-right text-12"><Time at={moment.at} on={found.at} /></span>
        <StateGlyph state={momentState(moment)} />
        <span className="truncate" title={moment.says}><span className={moment.phase === "ROOT_CAUSE" ? "font-semibold" : ""}>{what}</span>{detail && <span className="text-ink-3">: {detail}</span>}</span>
        <span className="truncate text-12 text-ink-3" title={moment.node.id}>{nameInSchema(moment.node.name)}</span>
        <span className="truncate text-right font-mono text-11 text-ink-3" title={moment.run_id ?? moment.event_id ?? ""}>{id}</span>
      </button>
    </li>
  );
}

const KINDS: Record<Happening["kind"], State> = { schema_version: "changed", test_passed: "succeeded", test_failed: "failed", signal: "said", lifecycle: "changed", run_completed: "succeeded", run_failed: "failed", run_aborted: "failed" };

function Everything({ found }: { found: Investigation }): ReactNode {
  // Up to and with the alert itself.
  const until = new Date(Date.parse(found.at) + 1000).toISOString();
  const pages = useInfiniteQuery(everything({ entity: entityParam(found.node), upstream: true, since: found.since, until }));
  if (pages.isError) return <Failure title="The timeline could not be loaded." error={pages.error} retry={() => void pages.refetch()} />;
  if (!pages.data) return <SkeletonRows rows={8} height={26} />;
  const items = pages.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <Empty>Nothing was recorded of it or upstream of it between <Time at={found.since} /> and <Time at={found.at} />.</Empty>;
  return (
    <>
      <ul className="py-1">
        {items.map((one, index) => (
          <li key={`${one.event_id}${one.node.id}${one.says}${index}`} className="grid h-6.5 grid-cols-[92px_18px_minmax(0,1fr)_minmax(0,200px)] items-center gap-2 px-3">
            <span className="text-right text-12"><Time at={one.at} on={found.at} /></span><StateGlyph state={KINDS[one.kind]} label={one.kind.replace("_", " ")} />
            <span className="truncate" title={one.says}>{one.actor && <span className="text-ink-3">{one.actor}: </span>}{one.says}</span>
            <span className="truncate text-12 text-ink-3" title={one.node.id}>{nameInSchema(one.node.name)}{one.column && `.${one.column}`}</span>
          </li>
        ))}
      </ul>
      <p className="flex h-[30px] items-center gap-3 border-t border-line px-3 text-12 text-ink-3">{items.length} shown, newest first{pages.data.pages[0]?.nodes_cut ? "; more lies upstream than was looked at" : ""}{pages.hasNextPage && <Button variant="link" className="text-12" disabled={pages.isFetching} onClick={() => void pages.fetchNextPage()}>100 more</Button>}</p>
    </>
  );
}
