import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { connector } from "@/api/admin";
import type { ConnectorDetails } from "@/api/schema";
import { CopyJson, Json } from "@/components/Json";
import { Answer, SkeletonRows } from "@/components/Panel";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { formatCount, plural } from "@/lib/format";

/** The last run of one connector: what came, what was skipped and why, and where the next one goes on. */
export function ConnectorDetail({ name, close }: { name: string; close: () => void }): ReactNode {
  const found = useQuery(connector(name));
  return (
    <aside aria-label={`Last run of ${name}`} className="flex min-h-0 w-[40%] max-w-[560px] min-w-80 shrink-0 flex-col border-l border-line bg-surface">
      <header className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-3">
        <h2 className="min-w-0 truncate text-13 font-semibold">{name}</h2>
        <Button variant="ghost" size="icon" className="ml-auto" aria-label="Close" onClick={close}><X /></Button>
      </header>
      <Answer query={found} failed={`The last run of ${name} could not be loaded.`} loading={<SkeletonRows rows={10} />}>
        {(one) => <LastRun one={one} />}
      </Answer>
    </aside>
  );
}

function LastRun({ one }: { one: ConnectorDetails }): ReactNode {
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      {one.error && <p role="alert" className="border-b border-fail-line bg-fail-bg px-3 py-2 text-12 break-words text-fail">{one.error}</p>}
      <dl className="grid grid-cols-[112px_1fr] gap-y-1 border-b border-line px-3 py-2 text-12 [&_dd]:min-w-0 [&_dd]:break-words [&_dt]:text-ink-3">
        <dt>Last run</dt><dd><Time at={one.run_at} />, {one.status}</dd>
        <dt>Last success</dt><dd><Time at={one.finished_at} /></dd>
        <dt>It reads</dt><dd className="font-mono text-11">{one.source}</dd>
        <dt>It brought</dt><dd>{formatCount(one.sent)} new, {formatCount(one.duplicates)} known before, {formatCount(one.refused)} skipped</dd>
        <dt>In all runs</dt><dd>{plural(one.total_sent, "document")}</dd>
      </dl>
      <h3 className="px-3 pt-2 text-12 font-semibold">Skipped</h3>
      {one.problems.length === 0 ? <p className="px-3 py-1 text-12 text-ink-3">Nothing in the last run.</p> : (
        <ul className="px-3 py-1">{one.problems.map((problem, index) => <li key={index} className="border-b border-line py-1 text-12 break-words last:border-b-0">{problem}</li>)}</ul>
      )}
      {one.refused > one.problems.length && <p className="px-3 pb-2 text-12 text-ink-3">{one.problems.length} of {formatCount(one.refused)} shown.</p>}
      <div className="flex items-center border-t border-line px-3 pt-1"><h3 className="text-12 font-semibold">Where the next run goes on</h3><span className="ml-auto"><CopyJson value={one.state} /></span></div>
      <Json value={one.state ?? {}} />
    </div>
  );
}
