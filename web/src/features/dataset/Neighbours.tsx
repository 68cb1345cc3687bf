import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { duePipelines } from "@/api/operations";
import { impact, schemaHealth, walk } from "@/api/questions";
import { useMoment } from "@/api/useMoment";
import { KindGlyph } from "@/components/KindGlyph";
import { Answer } from "@/components/Panel";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { useAsOf } from "@/lib/asOf";
import { cn } from "@/lib/classes";
import { nameInSchema, shortName } from "@/lib/entity";
import { formatCount, plural } from "@/lib/format";
import { Arrows } from "./Arrows";
import { type Neighbour, dataState, neighboursOf } from "./oneHop";

const SHOWN = 5;

/** One hop each way with how each is, how far it reaches in all, and how healthy its schema is. */
export function Neighbours({ namespace, name }: { namespace: string; name: string }): ReactNode {
  const as_of = useAsOf();
  const moment = useMoment();
  const about = { asset: `dataset:${namespace}/${name}`, as_of };
  // Two hops up, so that the jobs are known that write those of the first.
  const up = useQuery({ ...walk("upstream", { ...about, depth: 2 }), select: neighboursOf });
  const down = useQuery({ ...walk("downstream", { ...about, depth: 1 }), select: neighboursOf });
  const due = useQuery({ ...duePipelines(moment.asOf), enabled: moment.isReady });
  const states = new Map(due.data?.items.map((job) => [job.id, dataState(job.state)]));
  const stateOf = ({ writer }: Neighbour): State | null => (writer === null ? null : (states.get(writer) ?? null));
  const shown = (found: readonly Neighbour[] | undefined): readonly (State | null)[] => (found ?? []).slice(0, SHOWN).map(stateOf);
  return (
    <section aria-label="Lineage in small" className="grid min-h-40 grid-cols-[minmax(0,250px)_52px_auto_52px_minmax(0,250px)_1fr] items-center rounded-lg border border-line bg-surface p-4 max-[1100px]:grid-cols-1 max-[1100px]:gap-3">
      <Side query={up} stateOf={stateOf} empty="Nothing is known to feed it." />
      <Arrows states={shown(up.data)} way="in" />
      <span className="flex items-center gap-2 justify-self-start rounded-md border border-accent px-3 py-1.5 font-medium shadow-[0_0_0_1px_var(--accent)]"><KindGlyph kind="dataset" />{shortName(name)}</span>
      <Arrows states={shown(down.data)} way="out" />
      <Side query={down} stateOf={stateOf} empty="Nothing is known to read it." />
      <div className="flex flex-wrap items-start justify-end gap-x-8 gap-y-3 pl-6 max-[1100px]:justify-start max-[1100px]:pl-0"><Reach about={about} /><Health name={`${namespace}/${name}`} as_of={moment.asOf} isReady={moment.isReady} /></div>
    </section>
  );
}

function Reach({ about }: { about: { asset: string; as_of: string | undefined } }): ReactNode {
  const reach = useQuery(impact({ ...about, limit: 1 }));
  const totals = reach.data?.total;
  const tierOne = reach.data?.tiers.find((tier) => tier.name === "1")?.affected ?? 0;
  return (
    <dl className="grid w-48 grid-cols-[1fr_auto] gap-y-1 text-12 [&_dd]:text-right [&_dd]:font-semibold [&_dt]:text-ink-3">
      <dt>Reaches</dt><dd>{totals ? plural(totals.datasets, "dataset") : "…"}</dd>
      <dt>of tier 1</dt><dd>{reach.data ? formatCount(tierOne) : "…"}</dd>
      <dt>Dashboards</dt><dd>{totals ? formatCount(totals.dashboards) : "…"}</dd>
      <dt>Queries, people</dt><dd>{totals ? `${formatCount(totals.queries)} by ${formatCount(totals.users)}` : "…"}</dd>
    </dl>
  );
}

/** A grade with what takes the most points off it. */
function Health({ name, as_of, isReady }: { name: string; as_of: string | undefined; isReady: boolean }): ReactNode {
  const health = useQuery({ ...schemaHealth({ asset: name, as_of }), enabled: isReady }).data;
  if (!health) return <div className="w-56" />;
  const [worst] = health.factors.toSorted((a, b) => b.points - a.points);
  const title = health.factors.map((one) => `−${one.points} ${one.says}`).join("\n");
  return (
    <div className="flex w-56 gap-2.5 text-12" title={title}>
      <span className={cn("text-24 font-semibold", health.score < 70 && "text-fail")}>{health.grade}</span>
      <p className="min-w-0"><b className="block font-semibold">Schema health</b><span className="block text-ink-3">{health.score} of 100, 30 days</span>{worst ? <span className="line-clamp-3 text-ink-2">{worst.says}{health.factors.length > 1 && `, and ${health.factors.length - 1} more`}</span> : <span className="text-ink-2">nothing takes points off</span>}</p>
    </div>
  );
}

interface SideProps {
  readonly query: Parameters<typeof Answer<readonly Neighbour[]>>[0]["query"];
  readonly stateOf: (neighbour: Neighbour) => State | null;
  readonly empty: string;
}

function Side({ query, stateOf, empty }: SideProps): ReactNode {
  return (
    <Answer query={query} failed="Lineage could not be loaded." loading={<div className="h-20 rounded-md bg-band" />}>
      {(found) => (found.length === 0 ? <p className="text-12 text-ink-3">{empty}</p> : (
        <div className="relative">
          <ul className="grid gap-1.5">
            {found.slice(0, SHOWN).map((one) => {
              const state = stateOf(one);
              return (
                <li key={one.node.id}>
                  <Link to="/datasets/$namespace/$name" params={{ namespace: one.node.namespace, name: one.node.name }} title={one.node.id} className={cn("flex h-6.5 items-center gap-2 rounded-md border border-line-2 px-2 text-12 hover:border-accent", state === "noData" && "border-fail", state === "atRisk" && "border-dashed border-late")}>
                    <KindGlyph kind="dataset" /><span className="truncate">{nameInSchema(one.node.name)}</span>{state && <span className="ml-auto"><StateGlyph state={state} /></span>}
                  </Link>
                </li>
              );
            })}
          </ul>
          {found.length > SHOWN && <p className="absolute top-full text-11 text-ink-3">{SHOWN} of {formatCount(found.length)} shown</p>}
        </div>
      ))}
    </Answer>
  );
}
