import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { eventList } from "@/api/operations";
import { CopyJson, Json } from "@/components/Json";
import { Empty, Failure, SkeletonRows } from "@/components/Panel";
import { StateGlyph, runState } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/classes";
import { plural } from "@/lib/format";

const STATES: Record<string, string> = { START: "RUNNING" };

/** The events of the run as they came, newest first. */
export function RunEvents({ runId, now }: { runId: string; now: Date }): ReactNode {
  const list = useInfiniteQuery(eventList({ run: runId, limit: 100 }));
  const [chosen, choose] = useState<string | null>(null);
  const events = list.data?.pages.flatMap((page) => page.items) ?? [];
  const shown = events.find((one) => one.event_id === chosen) ?? events[0];
  if (list.isError && !list.data) return <Failure title="Events could not be read." error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <div role="status" aria-label="loading"><SkeletonRows rows={4} /></div>;
  if (!shown) return <Empty>No event of its own: it is known from runs that name it as their parent.</Empty>;
  return (
    <div className="grid lg:grid-cols-[minmax(280px,34%)_1fr]">
      <ul className="border-r border-line">
        {events.map((one) => (
          <li key={one.event_id} className="border-b border-line last:border-b-0">
            <button type="button" aria-pressed={one === shown} onClick={() => choose(one.event_id)} className={cn("flex h-[30px] w-full items-center gap-2 px-3 text-12 hover:bg-sunken", one === shown && "bg-accent-bg hover:bg-accent-bg")}>
              <StateGlyph state={runState(STATES[one.state ?? ""] ?? one.state ?? "")} label="" /><span className="font-medium">{one.state ?? one.kind}</span><span className="ml-auto text-ink-3"><Time at={one.event_time} now={now} /></span>
            </button>
          </li>
        ))}
        {list.hasNextPage && <li className="p-2"><Button variant="link" onClick={() => void list.fetchNextPage()}>More of {plural(list.data.pages[0]?.total ?? 0, "event")}</Button></li>}
      </ul>
      <div className="min-w-0">
        <p className="flex h-9 items-center gap-2 border-b border-line px-3 text-12"><span className="min-w-0 truncate font-mono text-11 text-ink-3">{shown.event_id}</span><Link to="/events" search={{ sel: shown.event_id }} className="text-accent hover:underline">in the log</Link><span className="ml-auto"><CopyJson value={shown.event} /></span></p>
        <div className="max-h-120 overflow-auto"><Json value={shown.event} /></div>
      </div>
    </div>
  );
}
