import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { runs } from "@/api/questions";
import type { Run, RunDetail } from "@/api/schema";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { StateGlyph, runState } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { cn } from "@/lib/classes";
import { formatCount, formatDuration } from "@/lib/format";
import { waterfall } from "@/lib/waterfall";

const MOST = 200;
const FILL: Record<string, string> = { COMPLETE: "var(--ok-fill)", FAIL: "var(--fail)", ABORT: "var(--fail)", RUNNING: "var(--accent)" };

/** The run among those that it started, or that its parent started with it, on one time axis. */
export function RunWaterfall({ detail, now }: { detail: RunDetail; now: Date }): ReactNode {
  const isParent = detail.children > 0;
  const head: Run | null = isParent ? detail : detail.parent;
  const below = useQuery({ ...runs({ parent: head?.run_id, limit: MOST }), enabled: head !== null });
  const title = isParent ? "Started by it" : "Started together";
  if (!head) return <Panel title={title}><Empty>It was started by nothing that is known, and started nothing.</Empty></Panel>;
  return (
    <Panel title={title} note={isParent ? undefined : `by ${head.job_name ?? "an unknown job"}`} action={below.data && below.data.total > below.data.items.length && <span className="text-ink-3">{formatCount(below.data.items.length)} of {formatCount(below.data.total)} shown</span>}>
      <Answer query={below} failed="The runs around it could not be loaded." loading={<SkeletonRows rows={6} height={26} />}>
        {(page) => {
          const rows = waterfall(bar(head), page.items.map(bar), now.valueOf());
          return <ul className="py-1">{rows.map((row) => <Row key={row.run.runId} row={row} isThis={row.run.runId === detail.run_id} now={now} />)}</ul>;
        }}
      </Answer>
    </Panel>
  );
}

function bar(run: Run) {
  return { runId: run.run_id, began: run.began_at ? Date.parse(run.began_at) : null, ended: run.ended_at ? Date.parse(run.ended_at) : null, run };
}

type WaterfallLine = ReturnType<typeof waterfall<ReturnType<typeof bar>>>[number];

function Row({ row, isThis, now }: { row: WaterfallLine; isThis: boolean; now: Date }): ReactNode {
  const { run } = row.run;
  return (
    <li className={cn("grid h-[26px] grid-cols-[14px_minmax(0,190px)_auto_minmax(80px,1fr)_72px] items-center gap-2 px-3 text-12", isThis && "bg-accent-bg")} aria-current={isThis ? "true" : undefined}>
      <StateGlyph state={runState(run.state)} />
      <Link to="/runs/$runId" params={{ runId: run.run_id }} className={cn("truncate hover:underline", isThis && "font-semibold")} style={{ paddingLeft: row.depth * 12 }} title={run.run_id}>{run.job_name ?? run.run_id}</Link>
      <span className="w-20 truncate text-ink-3"><Time at={run.began_at} now={now} /></span>
      <span aria-hidden className="relative h-3">
        {row.from !== null && row.to !== null && <span className="absolute h-3 rounded-xs" style={{ left: `${row.from * 100}%`, width: `${(row.to - row.from) * 100}%`, background: FILL[run.state] ?? "var(--unk)" }} />}
      </span>
      <span className="text-right">{run.duration_seconds === null ? "" : formatDuration(run.duration_seconds)}</span>
    </li>
  );
}
