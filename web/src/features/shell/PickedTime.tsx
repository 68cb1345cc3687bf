import { ArrowLeftRight } from "lucide-react";
import { useMatch } from "@tanstack/react-router";
import { type ReactNode, Suspense, lazy, useState } from "react";
import { ZONE } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { useAsOf } from "@/lib/asOf";
import { fromLocal, toLocal } from "@/lib/format";
import { useFrozenNow } from "./shortcuts";

// With its calendars of many lands it is a fifth of the first page, which does not need it.
const Calendar = lazy(() => import("@/components/ui/calendar").then((module) => ({ default: module.Calendar })));

interface Props {
  readonly go: (moment: string) => void;
  /** Put the moment beside the one that is shown; nothing where a page shows one alone. */
  readonly compare: (moment: string) => void;
}

/** Any day and time, in the zone of the viewer, with UTC beside it. */
export function PickedTime({ go, compare }: Props): ReactNode {
  const asOf = useAsOf();
  const frozenNow = useFrozenNow();
  const canCompare = useMatch({ from: "/lineage/$kind/$namespace/$name", shouldThrow: false }) !== undefined;
  const [date = "", setText] = useState(() => toLocal(new Date(asOf ?? frozenNow())));
  const at = fromLocal(date);
  const [day = "", clock = ""] = date.split("T");
  const choose = (chosen: Date): void => setText(`${toLocal(chosen).slice(0, 10)}T${clock}`);
  return (
    <form className="mt-1 grid gap-2 border-t border-line px-3 py-2" onSubmit={(event) => { event.preventDefault(); if (at) go(at); }}>
      <Suspense fallback={<div aria-hidden className="h-57" />}><Calendar day={day ? new Date(`${day}T12:00`) : undefined} choose={choose} last={new Date()} /></Suspense>
      <div className="flex items-center gap-2">
        <input aria-label={`Time of day, in ${ZONE}`} type="time" value={clock} onChange={(event) => setText(`${day}T${event.target.value}`)} className="h-7 rounded-md border border-ctl bg-surface px-2" />
        <span className="text-11 text-ink-3">{ZONE}{at && ZONE !== "UTC" && `, ${at.slice(11, 16)} UTC`}</span>
        <span className="ml-auto flex gap-2">
          {canCompare && <Button disabled={!at} onClick={() => at && compare(at)}><ArrowLeftRight aria-hidden />Compare with it</Button>}
          <Button variant="primary" type="submit" disabled={!at}>Go</Button>
        </span>
      </div>
    </form>
  );
}
