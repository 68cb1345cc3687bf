import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { walk } from "@/api/questions";
import { Empty, Failure, Panel, SkeletonRows } from "@/components/Panel";
import { Button } from "@/components/ui/button";
import { useAsOf } from "@/lib/asOf";
import { type EdgeRow, edgeRows } from "@/lib/edgeRows";
import { nameInSchema } from "@/lib/entity";
import { formatCount } from "@/lib/format";
import { DeclareEdge } from "./DeclareEdge";
import { useDeclare } from "./declare";
import type { TabProps } from "./tab";

const MOST = 500;

/** What feeds it and what it feeds, by whom it is said; what people declared can be added to and taken back. */
export function EdgesTab({ name, detail }: TabProps): ReactNode {
  const as_of = useAsOf();
  const ways = (["upstream", "downstream"] as const).flatMap((way) => (["dataset", "column"] as const).map((level) => walk(way, { asset: `dataset:${name}`, depth: 1, level, indirect: true, as_of })));
  const answers = useQueries({ queries: ways });
  const data = answers.map((one) => one.data);
  const failed = answers.find((one) => one.isError);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the answers decide, not the list that holds them
  const rows = useMemo(() => edgeRows(data.flatMap((one) => one?.edges ?? [])), data);
  const isLoading = data.some((one) => one === undefined) && !failed;
  return (
    <Panel title="Edges" note={isLoading ? "" : `${formatCount(rows.length)}, one hop each way`} action={as_of === undefined && <DeclareEdge name={name} columns={detail.columns.filter((one) => one.in_schema).map((one) => one.name)} />}>
      {failed && <Failure title="Edges could not be loaded." error={failed.error as Error} retry={() => answers.forEach((one) => void one.refetch())} />}
      {isLoading && <SkeletonRows rows={8} />}
      {!isLoading && !failed && rows.length === 0 && <Empty>Nothing reads or writes it yet. Declare an edge, or send events of the job that does.</Empty>}
      {rows.length > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full text-12">
            <thead className="text-11 text-ink-3"><tr className="h-[30px] border-b border-line text-left [&_th]:px-3 [&_th]:font-normal"><th scope="col">From</th><th scope="col">To</th><th scope="col">How</th><th scope="col">Said by</th><th scope="col">Pipeline</th><th scope="col" className="text-right">Confidence</th><th scope="col"><span className="sr-only">Change</span></th></tr></thead>
            <tbody>{rows.slice(0, MOST).map((row) => <Row key={row.id} row={row} canChange={as_of === undefined} />)}</tbody>
          </table>
          {rows.length > MOST && <p className="border-t border-line px-3 py-1.5 text-12 text-ink-3">{MOST} of {formatCount(rows.length)} shown</p>}
        </div>
      )}
    </Panel>
  );
}

function Row({ row, canChange }: { row: EdgeRow; canChange: boolean }): ReactNode {
  const declare = useDeclare();
  const takeBack = (): void => declare.mutate({ removed: true, edge: { source: `${row.source.namespace}/${row.source.name}`, target: `${row.target.namespace}/${row.target.name}`, sourceColumn: row.source.field, targetColumn: row.target.field, transformation: row.transformation } });
  return (
    <tr className="h-[30px] border-b border-line last:border-b-0 [&_td]:px-3">
      <td><End end={row.source} /></td><td><End end={row.target} /></td>
      <td className="text-ink-2">{row.isIndirect ? "decides" : row.source.field ? "value" : "feeds"}{row.transformation && <span className="ml-2 inline-block max-w-60 truncate align-bottom font-mono text-11 text-ink-3" title={row.transformation}>{row.transformation}</span>}</td>
      <td>{row.origin}</td><td className="text-ink-3">{row.job}</td><td className="text-right">{row.confidence.toFixed(2)}</td>
      <td className="text-right">{row.isDeclared && canChange && <Button variant="link" className="text-12" disabled={declare.isPending} onClick={takeBack} aria-label={`Take back ${row.source.name} to ${row.target.name}`}>Take back</Button>}</td>
    </tr>
  );
}

function End({ end }: { end: EdgeRow["source"] }): ReactNode {
  return <Link to="/datasets/$namespace/$name" params={{ namespace: end.namespace, name: end.name }} title={`${end.namespace}/${end.name}`} className="hover:underline">{nameInSchema(end.name)}{end.field && <span className="font-mono">.{end.field}</span>}</Link>;
}
