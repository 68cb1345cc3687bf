import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { job } from "@/api/questions";
import type { DatasetDetail } from "@/api/schema";
import { Answer, Empty, SkeletonRows } from "@/components/Panel";
import { StateGlyph, runState } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { cn } from "@/lib/classes";
import { formatDuration } from "@/lib/format";
import { columnsAt } from "./useDrawing";

interface Props {
  readonly detail: DatasetDetail;
  readonly asOf: string | undefined;
  readonly column: string | null;
}

const ITEM = "border-b border-line px-3 py-1.5 last:border-b-0";

/** The schema of the moment, with what is declared of each column. */
export function ColumnsTab({ detail, asOf, column }: Props): ReactNode {
  const names = columnsAt(detail, asOf);
  const byName = new Map(detail.columns.map((one) => [one.name, one]));
  if (!names?.length) return <Empty>No run has said which columns it has.</Empty>;
  return (
    <ul>
      {names.map((name) => {
        const known = byName.get(name);
        const isPii = known?.tags.some((tag) => /\bpii\b/i.test(tag));
        return (
          <li key={name} className={cn(ITEM, name === column && "bg-accent-bg", isPii && "bg-pii-bg")}>
            <p className="flex gap-2 font-mono text-12"><span className="truncate">{name}</span>{isPii && <span className="rounded-sm border border-pii-line px-1 font-sans text-11 text-pii">PII</span>}<span className="ml-auto text-ink-3">{known?.type}</span></p>
            {known?.description && <p className="text-12 text-ink-3">{known.description}</p>}
          </li>
        );
      })}
    </ul>
  );
}

export function VersionsTab({ detail, asOf }: Props): ReactNode {
  const { items, total } = detail.schema_versions;
  if (!items.length) return <Empty>No schema is known yet.</Empty>;
  return (
    <ul>
      {items.map((version, index) => {
        const before = new Set(items[index + 1]?.fields.map((field) => String(field.name)));
        const now = new Set(version.fields.map((field) => String(field.name)));
        const isFirst = index === items.length - 1;
        return (
          <li key={version.event_id} className={ITEM}>
            <p className="flex"><b className="font-semibold">v{total - index}</b><span className="ml-2 text-12 text-ink-3"><Time at={version.valid_from} now={new Date(asOf ?? Date.now())} /></span></p>
            {isFirst ? <p className="text-12 text-ink-3">{now.size} columns</p> : (
              <>
                {[...before].filter((name) => !now.has(name)).map((name) => <p key={name} className="font-mono text-12 text-fail">− {name}</p>)}
                {[...now].filter((name) => !before.has(name)).map((name) => <p key={name} className="font-mono text-12 text-ok">+ {name}</p>)}
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The latest runs of the job that writes it. */
export function RunsTab({ detail }: Props): ReactNode {
  const producer = detail.producers.items.find((one) => one.current) ?? detail.producers.items[0];
  const writer = useQuery({ ...job(producer ? `${producer.namespace}/${producer.name}` : ""), enabled: producer !== undefined });
  if (!producer) return <Empty>Nothing is known to write it.</Empty>;
  return (
    <Answer query={writer} failed="Runs could not be loaded." loading={<SkeletonRows rows={8} />}>
      {(found) => (
        <>
          <p className="px-3 py-2 text-12 text-ink-3">of <Link to="/lineage/$kind/$namespace/$name" params={{ kind: "job", namespace: producer.namespace, name: producer.name }} className="text-accent hover:underline">{producer.name}</Link>, {found.latest_runs.items.length} of {found.latest_runs.total}</p>
          <ul>
            {found.latest_runs.items.map((run) => (
              <li key={run.run_id} className={cn(ITEM, "flex items-center gap-2 text-12")}><StateGlyph state={runState(run.state)} /><Time at={run.began_at} now={new Date()} /><span className="ml-auto text-ink-3">{run.duration_seconds === null ? "" : formatDuration(run.duration_seconds)}</span></li>
            ))}
          </ul>
        </>
      )}
    </Answer>
  );
}

export function SqlTab({ detail }: Props): ReactNode {
  const producer = detail.producers.items.find((one) => one.current) ?? detail.producers.items[0];
  const writer = useQuery({ ...job(producer ? `${producer.namespace}/${producer.name}` : ""), enabled: producer !== undefined });
  if (!producer) return <Empty>Nothing is known to write it.</Empty>;
  return (
    <Answer query={writer} failed="The SQL could not be loaded." loading={<SkeletonRows rows={8} />}>
      {(found) => (found.sql ? <pre tabIndex={0} className="overflow-auto p-3 font-mono text-11 whitespace-pre-wrap">{found.sql}</pre> : <Empty>{producer.name} has sent no SQL.</Empty>)}
    </Answer>
  );
}

export function TestsTab({ detail }: Props): ReactNode {
  const { items } = detail.assertions;
  if (!items.length) return <Empty>No test has reported on it.</Empty>;
  return (
    <ul>
      {items.map((test) => (
        <li key={`${test.name}${test.field}${test.event_id}`} className={cn(ITEM, "flex items-start gap-2 text-12")}>
          <span className="mt-0.5"><StateGlyph state={test.success === null ? "unknown" : test.success ? "succeeded" : "failed"} label={test.success ? "passed" : undefined} /></span>
          <span className="min-w-0 flex-1 break-words">{test.name}{test.field && <span className="font-mono text-ink-3"> {test.field}</span>}</span>
          <span className="whitespace-nowrap text-ink-3"><Time at={test.at} now={new Date()} /></span>
        </li>
      ))}
    </ul>
  );
}

export function FacetsTab({ detail }: Props): ReactNode {
  const facets = Object.entries(detail.facets);
  if (!facets.length) return <Empty>No facet was sent.</Empty>;
  return (
    <>
      {facets.map(([name, facet]) => (
        <details key={name} className={ITEM}>
          <summary className="font-mono text-12">{name}</summary>
          <pre tabIndex={0} className="overflow-auto font-mono text-11 text-ink-2">{JSON.stringify(facet, null, 2)}</pre>
        </details>
      ))}
    </>
  );
}
