import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { pipelineStatus } from "@/api/questions";
import type { PipelineStatus } from "@/api/schema";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { formatCount, formatDuration } from "@/lib/format";

const QUIET_SECONDS = 5;
const BAD_SECONDS = 300;

export function freshnessState(status: PipelineStatus): State {
  if (!status.worker_alive || status.lag_seconds > BAD_SECONDS) return "failed";
  return status.lag_seconds > QUIET_SECONDS ? "late" : "succeeded";
}

/** How far behind the log the answers are; always in sight, since every answer depends on it. */
export function Freshness(): ReactNode {
  const { data: status, isError } = useQuery(pipelineStatus());
  const lost = isError || (status && !status.worker_alive);
  const text = isError ? "server not reachable" : !status ? "…" : lost ? "worker away" : `${formatDuration(status.lag_seconds)} behind`;
  const state = isError ? "failed" : status ? freshnessState(status) : "unknown";
  return (
    <Popover>
      <PopoverTrigger className="flex h-7 items-center gap-1.5 rounded-md px-1.5 whitespace-nowrap text-ink-2 hover:bg-sunken">
        <StateGlyph state={state} label="" /> {text}
      </PopoverTrigger>
      <PopoverContent label="How far behind Headwater is" align="end" className="w-80 p-3">
        {status ? <Details status={status} /> : "Nothing was heard from the server yet."}
      </PopoverContent>
    </Popover>
  );
}

function Details({ status }: { status: PipelineStatus }): ReactNode {
  const rows: readonly [string, ReactNode][] = [
    ["Log position", `${formatCount(status.position)} of ${formatCount(status.head)}`],
    ["Events waiting", formatCount(status.lag_events)],
    ["Last batch", status.batch_seconds === null ? "none yet" : `${formatCount(status.batch_events ?? 0)} events in ${formatDuration(status.batch_seconds)}`],
    ["Published", <Time key="published" at={status.published_at} now={new Date()} />],
    ["Worker seen", <Time key="worker" at={status.worker_seen_at} now={new Date()} />],
    ["In quarantine", formatCount(status.totals.quarantine)],
  ];
  return (
    <>
      {!status.worker_alive && <p className="mb-2 text-fail">The worker is not reachable. You see data until position {formatCount(status.position)}; events are still taken.</p>}
      <dl className="grid grid-cols-[110px_1fr] gap-y-1 text-12">
        {rows.map(([name, value]) => (
          <div key={name} className="contents"><dt className="text-ink-3">{name}</dt><dd>{value}</dd></div>
        ))}
      </dl>
      {status.last_error && <p className="mt-2 text-12 break-words text-fail">{status.last_error}</p>}
    </>
  );
}
