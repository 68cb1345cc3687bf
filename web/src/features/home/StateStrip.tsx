import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, type LinkProps, useNavigate } from "@tanstack/react-router";
import { pipelineTotals } from "@/api/operations";
import { assertions, incidents, pipelineStatus, schemaChanges } from "@/api/questions";
import { useMoment } from "@/api/useMoment";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { useAsOf } from "@/lib/asOf";
import { formatCount, formatDuration } from "@/lib/format";
import { useKeys } from "@/lib/useKeys";
import { useNight } from "./useNight";

const WEEK_MS = 7 * 86_400_000;

interface CellProps {
  readonly name: string;
  readonly state?: State;
  /** Nothing while it loads. */
  readonly value: string | undefined;
  readonly unit?: string;
  readonly note: string;
  readonly failed: boolean;
  /** Where one sees which they are. */
  readonly to: Target;
  /** Opens it from the keyboard. */
  readonly digit: string;
}

type Target = LinkProps & { readonly search?: Record<string, unknown> };

/** Six numbers that ask for action, or say that none is needed. */
export function StateStrip(): ReactNode {
  return (
    <section aria-label="State of things" className="grid grid-cols-6 rounded-lg border border-line bg-surface max-[1000px]:grid-cols-3 max-sm:grid-cols-2">
      <OpenCell />
      <FailingPipelines />
      <AtRisk />
      <FailingTests />
      <SchemaChanges />
      <Behind />
    </section>
  );
}

function Cell({ name, state, value, unit, note, failed, to, digit }: CellProps): ReactNode {
  const navigate = useNavigate();
  useKeys({ [digit]: () => void navigate(to) });
  // Before the answer is there nothing is known, also not that all is well.
  const known = value === undefined ? "" : note;
  return (
    <div className="min-w-0 border-l border-line px-3.5 py-2 first:border-l-0">
      <p className="text-12 text-ink-3"><Link {...to} title={`Press ${digit}`} className="hover:underline">{name}</Link></p>
      <p className="flex h-[30px] items-center gap-2">
        {failed ? <StateGlyph state="unknown" label="could not be loaded" /> : state && value !== undefined && <StateGlyph state={state} label="" />}
        {value === undefined ? <span className="h-5 w-12 rounded-sm bg-band" /> : <span className="text-24 font-semibold">{value}</span>}
        {value !== undefined && unit && <span className="text-ink-3">{unit}</span>}
      </p>
      <p className="truncate text-12 text-ink-2" title={known}>{failed ? "could not be loaded; trying again" : known || "\u00a0"}</p>
    </div>
  );
}

function OpenCell(): ReactNode {
  const open = useQuery(incidents({ state: "open", limit: 1 }));
  const first = open.data?.items[0];
  const resolved = open.data?.resolved_lately.count ?? 0;
  return <Cell name="Open incidents" digit="1" to={{ to: "/incidents" }} state={open.data?.total ? "failed" : "succeeded"} value={open.data && formatCount(open.data.total)} note={first ? [first.name, first.tier && `tier ${first.tier}`, first.assignee ?? "nobody yet"].filter(Boolean).join(", ") : `${resolved} resolved lately`} failed={open.isError} />;
}

function FailingPipelines(): ReactNode {
  const { query, totals } = useTotals();
  return <Cell name="Pipelines failing" digit="2" to={{ to: "/pipelines", search: { state: "failed" } }} state={totals?.failed ? "failed" : "succeeded"} value={totals && formatCount(totals.failed)} unit={`of ${formatCount(totals?.all ?? 0)}`} note={totals ? `${totals.late} late, ${totals.running} running` : ""} failed={query.isError} />;
}

function AtRisk(): ReactNode {
  const { query, totals } = useTotals();
  return <Cell name="At risk" digit="3" to={{ to: "/pipelines", search: { state: "at_risk" } }} state={totals?.at_risk ? "atRisk" : "succeeded"} value={totals && formatCount(totals.at_risk)} note={totals?.at_risk ? "expected, input missing" : "every input is there"} failed={query.isError} />;
}

function useTotals() {
  const { asOf, isReady } = useMoment();
  const query = useQuery({ ...pipelineTotals(asOf), enabled: isReady });
  return { query, totals: query.data?.totals };
}

function FailingTests(): ReactNode {
  const asOf = useAsOf();
  const all = useQuery(assertions({ latest: true, until: asOf, limit: 1 }));
  const bad = useQuery(assertions({ latest: true, success: false, until: asOf, limit: 5 }));
  const first = bad.data?.items[0]?.dataset;
  const names = bad.data?.items.map((item) => item.name).join(", ") ?? "";
  return <Cell name="Tests failing" digit="4" to={first ? { to: "/datasets/$namespace/$name", params: { namespace: first.namespace, name: first.name }, search: { tab: "tests" } } : { to: "/search" }} state={bad.data?.total ? "failed" : "succeeded"} value={bad.data && all.data ? formatCount(bad.data.total) : undefined} unit={`of ${formatCount(all.data?.total ?? 0)}`} note={names || "each by its newest result"} failed={bad.isError || all.isError} />;
}

function SchemaChanges(): ReactNode {
  const { now, newest } = useNight();
  const asOf = useAsOf();
  const since = now && new Date(Date.parse(now) - WEEK_MS).toISOString();
  const week = useQuery({ ...schemaChanges({ since, until: asOf, limit: 100 }), enabled: since !== undefined });
  const items = week.data?.items.filter((change) => change.verdict !== null) ?? [];
  const breaking = items.filter((change) => change.verdict === "breaking").length;
  return <Cell name="Schema changes, 7 days" digit="5" to={{ to: "/lineage" }} state={breaking ? "removed" : undefined} value={week.data && formatCount(items.length)} note={breaking ? `${breaking} broke readers` : "none broke a reader"} failed={week.isError || newest.isError} />;
}

function Behind(): ReactNode {
  const status = useQuery(pipelineStatus());
  const lost = status.data && !status.data.worker_alive;
  const state: State = lost ? "failed" : (status.data?.lag_seconds ?? 0) > 5 ? "late" : "succeeded";
  return <Cell name="Headwater" digit="6" to={{ to: "/events" }} state={state} value={status.data && (lost ? "away" : formatDuration(status.data.lag_seconds))} unit={lost ? "worker" : "behind"} note={status.data ? `${formatCount(status.data.totals.quarantine)} in quarantine` : ""} failed={status.isError} />;
}
