import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useAct } from "@/api/incidents";
import { incidents } from "@/api/questions";
import type { IncidentSummary } from "@/api/schema";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { countsWords } from "@/lib/incidents";
import { ALMOST_SURE, percent } from "@/lib/investigation";
import { NOBODY, usePerson } from "@/lib/person";
import { tell } from "@/lib/toasts";

const SHOWN = 4;

/** What is open, as sentences; one row a cause. */
export function OpenIncidents(): ReactNode {
  const open = useQuery(incidents({ state: "open", limit: SHOWN }));
  return (
    <Panel title="Open incidents" note={open.data && open.data.total > SHOWN ? `${SHOWN} of ${open.data.total}` : undefined} action={<Link to="/incidents" className="text-accent hover:underline">All incidents</Link>}>
      <Answer query={open} failed="Incidents could not be loaded." loading={<SkeletonRows rows={2} height={46} />}>
        {({ items }) => (items.length === 0 ? <Last /> : <ul>{items.map((one) => <Row key={one.id} one={one} />)}</ul>)}
      </Answer>
    </Panel>
  );
}

/** Nothing is open: what was last. */
function Last(): ReactNode {
  const last = useQuery(incidents({ state: "resolved", limit: 1 })).data?.items[0];
  return <Empty>Nothing open.{last?.resolved_at && <> Last incident <Link to="/incidents/$id" params={{ id: String(last.id) }} className="text-accent hover:underline">{last.name}</Link>, resolved <Time at={last.resolved_at} now={new Date()} />.</>}</Empty>;
}

function Row({ one }: { one: IncidentSummary }): ReactNode {
  const sure = one.cause && `${percent(Math.min(one.confidence / 100, ALMOST_SURE))} ${one.label}`;
  const who = one.cause?.actor && <>{one.cause.actor} at <Time at={one.cause.at} on={one.opened_at} /> · </>;
  return (
    <li className="flex items-center gap-2.5 max-sm:flex-wrap border-b border-line px-3 py-1.5 last:border-b-0">
      <span className="self-start pt-0.5"><StateGlyph state={one.cause ? "failed" : "unknown"} label={one.severity} /></span>
      <span className="min-w-0 flex-1 max-sm:basis-4/5">
        <span className="flex gap-2"><Link to="/incidents/$id" params={{ id: String(one.id) }} className="truncate font-semibold hover:underline" title={one.title}>{one.title}</Link><span className="shrink-0 text-ink-3">{one.name}, <Time at={one.opened_at} now={new Date()} /></span></span>
        <span className="block truncate text-12 text-ink-3">{who}{[sure, one.tier && `tier ${one.tier}`, countsWords(one.counts), one.assignee].filter(Boolean).join(" · ")}</span>
      </span>
      <Acknowledge one={one} />
      <Button asChild variant="primary"><Link to="/incidents/$id" params={{ id: String(one.id) }} aria-label={`Open ${one.name}`}>Open</Link></Button>
    </li>
  );
}

/** Says that somebody has it; ten seconds to take it back. */
function Acknowledge({ one }: { one: IncidentSummary }): ReactNode {
  const [person] = usePerson();
  const act = useAct(one.id);
  const by = person.trim() || NOBODY;
  const acknowledge = (): void => act.mutate({ kind: "acknowledge", by }, {
    onSuccess: () => tell({ text: `${one.name} acknowledged`, note: `by ${by}`, undo: () => act.mutate({ kind: "reopen", by }) }),
    onError: (error) => tell({ text: "Acknowledging failed, nothing was changed.", note: error.message, isBad: true }),
  });
  return <Button disabled={act.isPending} aria-label={`Acknowledge ${one.name}`} onClick={acknowledge}>Acknowledge</Button>;
}
