import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { columnUsage } from "@/api/operations";
import { assertions, impact } from "@/api/questions";
import type { DatasetDetail } from "@/api/schema";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { type NodeId, asNodeId, nameInSchema, ownerName, shortName } from "@/lib/entity";
import { formatCount, plural } from "@/lib/format";
import type { GraphEdge, LineageGraph } from "@/lib/lineageGraph";
import { PathSteps } from "./PathSteps";
import { pathSteps } from "./pathSteps";

interface Props {
  readonly detail: DatasetDetail;
  readonly asOf: string | undefined;
  readonly column: string;
  readonly graph: LineageGraph | null;
  /** The end of the chosen path. */
  readonly target: string | undefined;
  readonly owners: readonly string[];
}

/** One column: what it is made from, who reads it, where it leads. */
export function ColumnFacts({ detail, asOf, column, graph, target, owners }: Props): ReactNode {
  const name = `${detail.namespace}/${detail.name}`;
  const id = asNodeId(`dataset:${name}`);
  const field = detail.columns.find((one) => one.name === column);
  const writer = detail.producers.items.find((one) => one.current) ?? detail.producers.items[0];
  const sources = graph?.edges.filter((edge) => edge.target === id && edge.targetColumn === column && !edge.isIndirect) ?? [];
  const steps = graph && target ? pathSteps(graph, id, column, asNodeId(target)) : [];
  const type = field?.type ?? typeBefore(detail, column);
  return (
    <>
      <section className="grid gap-2 border-b border-line p-3">
        <p className="flex flex-wrap gap-1.5 text-11">{[type, ...(field?.tags ?? [])].filter(Boolean).map((one) => <span key={one} className="rounded-sm border border-line-2 px-1.5 font-mono">{one}</span>)}</p>
        {field?.description && <p className="text-ink-2">{field.description}</p>}
        <dl className="grid grid-cols-[76px_minmax(0,1fr)] gap-y-1.5 text-12 [&_dt]:text-ink-3">
          <dt>Owner</dt><dd>{owners.map(ownerName).join(" · ") || "nobody is named"}</dd>
          <dt>Written by</dt><dd>{writer ? <Link to="/pipelines/$namespace/$name" params={{ namespace: writer.namespace, name: writer.name }} className="break-words hover:underline">{writer.name}</Link> : "nothing known"}</dd>
          {sources.length > 0 && <><dt>Made from</dt><dd className="break-words">{sources.map(sourceText).join(", ")}</dd></>}
          <ColumnTests name={name} column={column} asOf={asOf} />
          <Readers name={name} column={column} />
        </dl>
      </section>
      {steps.length > 0 && target && <PathSteps steps={steps} target={shortName(target)} />}
      <Reach id={id} column={column} asOf={asOf} />
    </>
  );
}

function sourceText(edge: GraphEdge): string {
  return `${shortName(edge.source)}.${edge.sourceColumn ?? "*"}`;
}

/** Of a column that is gone: the type it had last. */
function typeBefore(detail: DatasetDetail, column: string): string | undefined {
  const field = detail.schema_versions.items.flatMap((version) => version.fields).find((one) => one.name === column);
  return field?.type === undefined || field.type === null ? undefined : String(field.type);
}

function ColumnTests({ name, column, asOf }: { name: string; column: string; asOf: string | undefined }): ReactNode {
  const found = useQuery(assertions({ dataset: name, latest: true, until: asOf, limit: 50 }));
  const tests = found.data?.items.filter((test) => test.column === column || test.name.includes(column)) ?? [];
  return tests.map((test) => (
    <div key={test.name} className="contents">
      <dt>Test</dt>
      <dd className="flex items-center gap-1.5"><StateGlyph state={test.success === null ? "unknown" : test.success ? "succeeded" : "failed"} /><span className="truncate" title={test.name}>{test.name}</span></dd>
    </div>
  ));
}

function Readers({ name, column }: { name: string; column: string }): ReactNode {
  const usage = useQuery(columnUsage(name)).data;
  const used = usage?.columns.find((one) => one.name === column);
  if (!usage || !used) return null;
  return (
    <>
      <dt>Read by</dt>
      <dd>{formatCount(used.queries)} of {plural(usage.proof.queries, "query", "queries")} · {plural(used.users_total, "person", "people")}</dd>
      <dt>Last read</dt>
      <dd>{used.last_used ? <><Time at={used.last_used} now={new Date()} />{used.users[0] && ` by ${used.users[0].name}`}</> : "by nobody, by its name"}</dd>
    </>
  );
}

function Reach({ id, column, asOf }: { id: NodeId; column: string; asOf: string | undefined }): ReactNode {
  const found = useQuery(impact({ asset: id, column, as_of: asOf, limit: 1 })).data;
  const tierOne = found?.tiers.find((tier) => tier.name === "1")?.affected ?? 0;
  const rows: readonly [string, number | undefined][] = [["Datasets", found?.total.datasets], ["of which tier 1", found && tierOne], ["Dashboards", found?.total.dashboards], ["Pipelines", found?.total.pipelines]];
  return (
    <section className="p-3">
      <h3 className="mb-1 font-semibold">Reaches</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 text-12 [&_dd]:text-right [&_dd]:font-semibold [&_dt]:text-ink-2">
        {rows.map(([what, count]) => <div key={what} className="contents"><dt>{what}</dt><dd>{count === undefined ? "…" : formatCount(count)}</dd></div>)}
      </dl>
      {found?.total.datasets === 0 && <p className="mt-1 text-12 text-ink-3">No run has said that a column of another dataset is made from it. {nameInSchema(id)} as a whole may still be read.</p>}
    </section>
  );
}
