import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { quarantineReasons } from "@/api/operations";
import type { QuarantineReason, QuarantineReasons } from "@/api/schema";
import { Answer, Boundary, SkeletonRows } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/classes";
import { formatCount, plural } from "@/lib/format";
import { EventDetail } from "./EventDetail";
import { EventTabs } from "./EventTabs";
import { type ReplayChoice, ReplayDialog } from "./ReplayDialog";
import { SetAsideEvents } from "./SetAsideEvents";
import type { QuarantineSearch } from "./search";

/** What was set aside, why, and whether it can be read by now. */
export function QuarantinePage({ search }: { search: QuarantineSearch }): ReactNode {
  const navigate = useNavigate();
  const found = useQuery(quarantineReasons());
  const [replay, setReplay] = useState<ReplayChoice | null>(null);
  const change = (next: Partial<QuarantineSearch>): void => void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ ...before, ...next }) as QuarantineSearch });
  return (
    <div className="flex h-full flex-col">
      <h1 className="sr-only">Quarantine</h1>
      <div className="flex min-h-12 flex-wrap items-center gap-2 border-b border-line bg-surface px-5 py-2">
        <EventTabs />
        {found.data && found.data.events > 0 && <span className="ml-auto"><Button onClick={() => setReplay({ request: { all: true }, events: found.data.events })}>Replay all {formatCount(found.data.events)}</Button></span>}
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 flex-1 overflow-auto p-5" tabIndex={0} role="region" aria-label="Reasons">
          <Answer query={found} failed="The quarantine could not be read. Ingest is not affected." loading={<div className="rounded-lg border border-line bg-surface"><SkeletonRows rows={6} height={44} /></div>}>
            {(data) => (data.events === 0 ? <Nothing found={data} /> : (
              <ul className="overflow-hidden rounded-lg border border-line bg-surface">
                {data.reasons.map((one) => <Reason key={`${one.part} ${one.reason}`} one={one} isOpen={search.reason === one.reason} change={change} replay={() => setReplay({ request: { reason: one.reason }, events: one.events })} />)}
                {data.total > data.reasons.length && <li className="px-3 py-1.5 text-12 text-ink-3">{data.reasons.length} of {formatCount(data.total)} reasons shown, most frequent first</li>}
              </ul>
            ))}
          </Answer>
        </div>
        {search.sel && <Boundary what="The event" key={search.sel}><EventDetail id={search.sel} close={() => change({ sel: undefined })} /></Boundary>}
      </div>
      {replay && <ReplayDialog choice={replay} close={() => setReplay(null)} />}
    </div>
  );
}

function Nothing({ found }: { found: QuarantineReasons }): ReactNode {
  return <p className="flex items-center gap-2 rounded-lg border border-line bg-surface p-4"><StateGlyph state="succeeded" label="" />Nothing in quarantine. {plural(found.accepted, "event")} accepted.</p>;
}

interface ReasonProps {
  readonly one: QuarantineReason;
  readonly isOpen: boolean;
  readonly change: (next: Partial<QuarantineSearch>) => void;
  readonly replay: () => void;
}

function Reason({ one, isOpen, change, replay }: ReasonProps): ReactNode {
  return (
    <li className="border-b border-line last:border-b-0">
      <div className={cn("flex items-center gap-3 px-3 py-2", isOpen && "bg-sunken")}>
        <StateGlyph state="unknown" label="set aside" />
        <button type="button" aria-expanded={isOpen} onClick={() => change({ reason: isOpen ? undefined : one.reason })} className="min-w-0 flex-1 text-left">
          <span className="block font-medium break-words">{one.reason}</span>
          <span className="block font-mono text-11 break-all text-ink-3">{one.part || "the whole event"}</span>
        </button>
        <span className="shrink-0 text-right text-12 text-ink-2"><b className="font-semibold text-ink">{plural(one.events, "event")}</b><br /><Time at={one.first} now={new Date()} />{one.first !== one.last && <> to <Time at={one.last} now={new Date()} /></>}</span>
        <Button variant="ghost" onClick={() => change({ sel: one.sample })}>Sample</Button>
        <Button onClick={replay}>Replay {formatCount(one.events)}</Button>
      </div>
      {isOpen && <SetAsideEvents reason={one.reason} select={(sel) => change({ sel })} />}
    </li>
  );
}
