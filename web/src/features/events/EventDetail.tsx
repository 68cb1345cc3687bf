import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { event, eventFacts } from "@/api/operations";
import { CopyJson, Json } from "@/components/Json";
import { Answer, SkeletonRows } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { factsInWords } from "@/lib/eventWords";

/** One event as it came, with what it gave beside it. */
export function EventDetail({ id, close }: { id: string; close: () => void }): ReactNode {
  const found = useQuery(event(id));
  return (
    <aside aria-label="The selected event" className="flex min-h-0 w-[44%] max-w-[720px] min-w-80 shrink-0 flex-col border-l border-line bg-surface">
      <header className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-3">
        <h2 className="text-13 font-semibold">Event</h2><span className="min-w-0 truncate font-mono text-11 text-ink-3" title={id}>{id}</span>
        <span className="ml-auto flex">{found.data && <CopyJson value={found.data.event} />}<Button variant="ghost" size="icon" aria-label="Close" onClick={close}><X /></Button></span>
      </header>
      <Answer query={found} failed="This event could not be read." loading={<SkeletonRows rows={16} />}>
        {(one) => (
          <div className="min-h-0 flex-1 overflow-auto">
            <dl className="grid grid-cols-[96px_1fr] gap-y-1 border-b border-line px-3 py-2 text-12 [&_dd]:min-w-0 [&_dd]:break-words [&_dt]:text-ink-3">
              <dt>Happened</dt><dd><Time at={one.event_time} />{one.claimed_time && <span className="text-late">, it claims <Time at={one.claimed_time} /></span>}</dd>
              <dt>Arrived</dt><dd><Time at={one.received_at} />, position {one.position}</dd>
              {one.job && <><dt>Job</dt><dd>{one.job}</dd></>}
              {one.run_id && <><dt>Run</dt><dd><Link to="/runs/$runId" params={{ runId: one.run_id }} className="font-mono text-11 text-accent hover:underline">{one.run_id}</Link></dd></>}
              <dt>Producer</dt><dd>{one.producer ?? "not said"}</dd>
              <dt>It gave</dt><dd><Facts id={id} /></dd>
            </dl>
            <Json value={one.event} />
          </div>
        )}
      </Answer>
    </aside>
  );
}

function Facts({ id }: { id: string }): ReactNode {
  const found = useQuery(eventFacts(id));
  if (found.isError) return <span className="text-fail">could not be read: {found.error.message}</span>;
  if (!found.data) return <span className="text-ink-3">…</span>;
  const words = factsInWords(found.data.facts);
  return (
    <>
      {words.length > 0 ? words.join(", ") : "nothing of its own"}
      {found.data.set_aside.map((one) => (
        <span key={one.part} className="mt-1 flex gap-1.5"><span className="mt-0.5"><StateGlyph state="unknown" label="set aside" /></span><span><span className="font-mono text-11">{one.part || "the whole event"}</span>: {one.reason}</span></span>
      ))}
    </>
  );
}
