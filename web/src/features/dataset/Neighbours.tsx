import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { impact, walk } from "@/api/questions";
import type { Walk } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { Answer } from "@/components/Panel";
import { useAsOf } from "@/lib/asOf";
import { nameInSchema, shortName } from "@/lib/entity";
import { formatCount, plural } from "@/lib/format";

const SHOWN = 5;

/** One hop each way, and how far it reaches in all. */
export function Neighbours({ namespace, name }: { namespace: string; name: string }): ReactNode {
  const as_of = useAsOf();
  const about = { asset: `dataset:${namespace}/${name}`, as_of };
  const up = useQuery(walk("upstream", { ...about, depth: 1 }));
  const down = useQuery(walk("downstream", { ...about, depth: 1 }));
  const reach = useQuery(impact({ ...about, limit: 1 }));
  const totals = reach.data?.total;
  const tierOne = reach.data?.tiers.find((tier) => tier.name === "1")?.affected ?? 0;
  return (
    <section aria-label="Lineage in small" className="grid min-h-40 grid-cols-[minmax(0,300px)_auto_auto_auto_minmax(0,300px)_1fr] items-center gap-4 rounded-lg border border-line bg-surface p-4 max-[1100px]:grid-cols-1">
      <Side query={up} empty="Nothing is known to feed it." />
      <span aria-hidden className="text-ink-3 max-[1100px]:hidden">→</span>
      <span className="flex items-center gap-2 rounded-md border border-accent px-3 py-1.5 font-medium shadow-[0_0_0_1px_var(--accent)]"><KindGlyph kind="dataset" />{shortName(name)}</span>
      <span aria-hidden className="text-ink-3 max-[1100px]:hidden">→</span>
      <Side query={down} empty="Nothing is known to read it." />
      <dl className="grid w-60 justify-self-end grid-cols-[1fr_auto] gap-y-1 text-12 [&_dd]:text-right [&_dd]:font-semibold [&_dt]:text-ink-3">
        <dt>Reaches</dt><dd>{totals ? plural(totals.datasets, "dataset") : "…"}</dd>
        <dt>of tier 1</dt><dd>{reach.data ? formatCount(tierOne) : "…"}</dd>
        <dt>Dashboards</dt><dd>{totals ? formatCount(totals.dashboards) : "…"}</dd>
        <dt>Queries, people</dt><dd>{totals ? `${formatCount(totals.queries)} by ${formatCount(totals.users)}` : "…"}</dd>
      </dl>
    </section>
  );
}

function Side({ query, empty }: { query: Parameters<typeof Answer<Walk>>[0]["query"]; empty: string }): ReactNode {
  return (
    <Answer query={query} failed="Lineage could not be loaded." loading={<div className="h-20 rounded-md bg-band" />}>
      {({ nodes, total }) => (nodes.length === 0 ? <p className="text-12 text-ink-3">{empty}</p> : (
        <ul className="grid gap-1.5 justify-self-stretch">
          {nodes.slice(0, SHOWN).map(({ node }) => (
            <li key={node.id}>
              <Link to="/datasets/$namespace/$name" params={{ namespace: node.namespace, name: node.name }} title={node.id} className="flex h-6 items-center gap-2 rounded-md border border-line-2 px-2 text-12 hover:border-accent">
                <KindGlyph kind="dataset" /><span className="truncate">{nameInSchema(node.name)}</span>
              </Link>
            </li>
          ))}
          {total.datasets > SHOWN && <li className="text-12 text-ink-3">{SHOWN} of {formatCount(total.datasets)} shown</li>}
        </ul>
      ))}
    </Answer>
  );
}
