import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CalendarClock, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { incidents, schemaChanges } from "@/api/questions";
import { StateGlyph } from "@/components/StateGlyph";
import { Time, ZONE } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useAsOf, useSetAsOf } from "@/lib/asOf";
import { nameInSchema } from "@/lib/entity";
import { formatMoment } from "@/lib/format";
import { PickedTime } from "./PickedTime";
import { useFrozenNow } from "./shortcuts";

const ROW = "flex w-full items-center gap-2 px-3 py-1.5 text-left hover:bg-sunken";
const MINUTE_MS = 60_000;

/** One moment for every page; anything but now is tinted, so that nobody takes the past for the present. */
export function AsOf({ isOpen, onOpen }: { isOpen: boolean; onOpen: (open: boolean) => void }): ReactNode {
  const asOf = useAsOf();
  return (
    <Popover open={isOpen} onOpenChange={onOpen}>
      <PopoverTrigger asChild>
        <Button variant={asOf ? "chosen" : "outline"}>
          <CalendarClock aria-hidden />
          <span className="font-normal text-ink-2">As of </span>
          {asOf ? formatMoment(new Date(asOf), ZONE) : "Now"}
          <ChevronDown aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent label="As of" align="end" className="w-96 py-1">
        <Moments close={() => onOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

function Moments({ close }: { close: () => void }): ReactNode {
  const frozenNow = useFrozenNow();
  const setAsOf = useSetAsOf();
  const navigate = useNavigate();
  const changes = useQuery(schemaChanges({ limit: 4 }));
  const go = (moment: string | undefined): void => {
    setAsOf(moment);
    close();
  };
  const ago = (ms: number): string => new Date(Date.parse(frozenNow()) - ms).toISOString();
  return (
    <>
      <button type="button" className={ROW} onClick={() => go(undefined)}>Now<span className="ml-auto text-12 text-ink-3">follows the log</span></button>
      <button type="button" className={ROW} onClick={() => go(frozenNow())}>Freeze this instant<kbd className="ml-auto rounded-sm border border-line-2 px-1 font-mono text-11 text-ink-3">Shift T</kbd></button>
      <button type="button" className={ROW} onClick={() => go(ago(60 * MINUTE_MS))}>1 hour ago</button>
      <button type="button" className={ROW} onClick={() => go(ago(24 * 60 * MINUTE_MS))}>Yesterday, this time</button>
      <Incidents go={go} />
      <p className="mt-1 border-t border-line px-3 pt-2 text-11 text-ink-3">Before a schema changed</p>
      {changes.data?.items.map((change) => (
        <button key={change.event_id} type="button" className={ROW} onClick={() => go(new Date(Date.parse(change.at) - MINUTE_MS).toISOString())}>
          <StateGlyph state={change.verdict === "breaking" ? "removed" : "changed"} label="" />
          <span className="truncate">{nameInSchema(change.dataset.name)}: {change.summary}</span>
          <span className="ml-auto text-12 whitespace-nowrap text-ink-3"><Time at={change.at} now={new Date()} /></span>
        </button>
      ))}
      {changes.data?.items.length === 0 && <p className="px-3 py-1 text-12 text-ink-3">No schema has changed yet.</p>}
      <PickedTime go={go} compare={(moment) => { void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ ...before, vs: moment }) }); close(); }} />
    </>
  );
}

/** When what is open began, and what was heard of it last. */
function Incidents({ go }: { go: (moment: string) => void }): ReactNode {
  const found = useQuery(incidents({ state: "open", limit: 1 })).data?.items ?? [];
  if (found.length === 0) return null;
  return (
    <>
      <p className="mt-1 border-t border-line px-3 pt-2 text-11 text-ink-3">Open incidents</p>
      {found.map((one) => [{ at: one.opened_at, says: "First failure", state: "failed" as const }, { at: one.last_at, says: "Last heard", state: "paged" as const }].map(({ at, says, state }) => (
        <button key={`${one.id}${says}`} type="button" className={ROW} title={one.title} onClick={() => go(at)}>
          <StateGlyph state={state} label="" /><span className="truncate">{says} of {one.name}</span>
          <span className="ml-auto text-12 whitespace-nowrap text-ink-3"><Time at={at} now={new Date()} /></span>
        </button>
      )))}
    </>
  );
}
