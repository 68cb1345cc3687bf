import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { BASE } from "@/api/client";
import { schemaHealth } from "@/api/questions";
import type { Investigation, RecordedChange } from "@/api/schema";
import { Answer, SkeletonRows } from "@/components/Panel";
import { Time } from "@/components/Time";
import { VersionDiff } from "@/components/VersionDiff";
import { Button } from "@/components/ui/button";
import { writeChange } from "@/lib/changeText";
import { cn } from "@/lib/classes";
import { useRollback } from "./useRollback";

interface Props {
  readonly found: Investigation;
  readonly event: string;
  readonly close: () => void;
}

function changeOf(found: Investigation, event: string): RecordedChange | undefined {
  const ranked = [...(found.cause ? [found.cause] : []), ...found.alternatives].map((one) => one.change);
  return [...ranked, ...found.changes].find((one) => one.id === event);
}

/** One line of the timeline in full, beside it and never over it; of a schema change its versions. */
export function EventPanel({ found, event, close }: Props): ReactNode {
  const change = changeOf(found, event);
  const what = found.timeline.find((one) => one.evidence === event) ?? change;
  if (!what) return null;
  const failure = found.failures.find((one) => one.id === event);
  const span = failure?.span ?? change?.span;
  const address = what.node.kind === "job" ? ({ to: "/lineage/$kind/$namespace/$name", params: { kind: "job", namespace: what.node.namespace, name: what.node.name } } as const) : ({ to: "/datasets/$namespace/$name", params: { namespace: what.node.namespace, name: what.node.name } } as const);
  return (
    <aside aria-label="Details of the event" className="w-95 shrink-0 overflow-auto border-l border-line bg-surface min-[1700px]:w-115">
      <header className="border-b border-line px-3 py-2">
        <div className="flex items-start gap-2"><h2 className="min-w-0 text-15 font-semibold break-words">{change?.says ?? failure?.name ?? what.says}</h2><Button variant="ghost" size="icon" className="ml-auto" aria-label="Close the details" onClick={close}><X aria-hidden /></Button></div>
        <p className="text-12 text-ink-2"><Time at={what.at} /> · <Link {...address} className="text-accent underline">{what.node.name}</Link>{change?.actor && ` · ${change.actor}`}</p>
      </header>
      {failure?.message && <pre tabIndex={0} className="overflow-auto border-b border-line bg-fail-bg p-3 font-mono text-12 whitespace-pre-wrap text-fail">{failure.message}</pre>}
      {change?.kind === "schema_change" && <SchemaChangeDetails change={change} at={found.at} />}
      <dl className="grid grid-cols-[70px_minmax(0,1fr)] gap-y-1 p-3 text-12">
        {what.run_id && <><dt className="text-ink-3">Run</dt><dd className="font-mono break-all">{what.run_id}</dd></>}
        {what.event_id && <><dt className="text-ink-3">Event</dt><dd className="font-mono break-all"><a className="text-accent hover:underline" href={`${BASE}/api/v1/events/${what.event_id}`}>{what.event_id}</a></dd></>}
        {span && <><dt className="text-ink-3">Span</dt><dd className="break-words"><Link to="/traces/$traceId" params={{ traceId: span.trace_id }} className="text-accent hover:underline">{span.name} of {span.service}</Link></dd></>}
      </dl>
    </aside>
  );
}

/** Both versions, how healthy the schema is, and the way to try the way back. */
function SchemaChangeDetails({ change, at }: { change: RecordedChange; at: string }): ReactNode {
  const rollback = useRollback(change);
  const health = useQuery(schemaHealth({ asset: `${change.node.namespace}/${change.node.name}`, as_of: at }));
  return (
    <>
      {rollback ? <VersionDiff version={rollback.version} before={rollback.before} number={rollback.number} /> : <SkeletonRows rows={6} />}
      {rollback && (
        <div className="flex flex-wrap gap-2 border-t border-line p-3">
          {rollback.changes.length > 0 && <Button asChild variant="primary"><Link to="/simulator" search={{ entity: rollback.entity, change: rollback.changes.map(writeChange) }}>Simulate the rollback</Link></Button>}
          <Button asChild><Link to="/datasets/$namespace/$name" params={{ namespace: change.node.namespace, name: change.node.name }} search={{ tab: "versions" }}>All versions</Link></Button>
        </div>
      )}
      <section aria-label="Schema health" className="border-y border-line p-3 text-12">
        <Answer query={health} failed="Schema health could not be loaded." loading={<SkeletonRows rows={2} />}>
          {(data) => (
            <>
              <p className="flex items-center gap-2"><span className={cn("rounded-sm border px-1.5 text-15 font-semibold", data.score < 70 ? "border-fail-line bg-fail-bg text-fail" : "border-line-2")}>{data.grade}</span>Schema health, {data.score} of 100 over 30 days</p>
              <ul className="mt-2 grid gap-1">{data.factors.map((one) => <li key={one.name} className="flex gap-2" title={one.recommendation}><span className="w-8 shrink-0 text-right font-medium">−{one.points}</span><span className="text-ink-2">{one.says}</span></li>)}</ul>
              {data.factors.length === 0 && <p className="mt-1 text-ink-2">Nothing takes points off.</p>}
            </>
          )}
        </Answer>
      </section>
    </>
  );
}
