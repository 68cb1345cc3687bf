import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { asset } from "@/api/questions";
import { Empty, Panel } from "@/components/Panel";
import { Time } from "@/components/Time";
import { cn } from "@/lib/classes";
import { formatCount, plural } from "@/lib/format";
import { ClassBar } from "./ClassBar";
import { columnUsage } from "./questions";
import type { TabProps } from "./tab";

const CELL = "px-3";

/** The columns of today's schema: type, class, and who reads each. */
export function ColumnsTab({ name, detail }: TabProps): ReactNode {
  const usage = useQuery(columnUsage(`dataset:${name}`)).data;
  const known = useQuery(asset(name)).data;
  const declared = new Map(known?.columns.map((column) => [column.name, column]));
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const toggle = (column: string): void => choose(new Set(chosen.has(column) ? [...chosen].filter((one) => one !== column) : [...chosen, column]));
  const used = new Map(usage?.columns.map((column) => [column.name, column]));
  const columns = detail.columns.filter((column) => column.in_schema);
  const proof = usage?.proof;
  if (!columns.length) return <Panel title="Columns"><Empty>No run has said which columns it has.</Empty></Panel>;
  return (
    <Panel title="Columns" note={proof && `${formatCount(proof.analysed)} of ${plural(proof.queries, "query", "queries")} analysed${proof.stars ? `, ${formatCount(proof.stars)} read every column by *` : ""}`}>
      {known && chosen.size > 0 && <ClassBar key={[...chosen].join()} namespace={detail.namespace} name={detail.name} known={known} chosen={chosen} clear={() => choose(new Set())} />}
      <div className="overflow-x-auto">
        <table className="w-full text-12">
          <thead className="text-11 text-ink-3"><tr className="h-[30px] border-b border-line text-left [&_th]:px-3 [&_th]:font-normal"><th scope="col" className="w-8"><span className="sr-only">Choose</span></th><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Class</th><th scope="col" className="text-right">Queries</th><th scope="col" className="text-right">People</th><th scope="col">Last read</th><th scope="col">Description</th></tr></thead>
          <tbody>
            {columns.map((column) => {
              const use = used.get(column.name);
              const said = declared.get(column.name);
              return (
                <tr key={column.name} className={cn("h-[30px] border-b border-line last:border-b-0", said?.is_pii && "bg-pii-bg")}>
                  <td className={CELL}><input type="checkbox" aria-label={`Choose ${column.name}`} disabled={!known} checked={chosen.has(column.name)} onChange={() => toggle(column.name)} className="align-middle accent-(--accent)" /></td>
                  <td className={`${CELL} font-mono whitespace-nowrap`}>
                    <Link to="/lineage/$kind/$namespace/$name" params={{ kind: "dataset", namespace: detail.namespace, name: detail.name }} search={{ column: column.name, level: "column" }} className="hover:underline">{column.name}</Link>
                    {said?.is_pii && <span className="ml-2 rounded-sm border border-pii-line px-1 font-sans text-11 text-pii">PII</span>}
                  </td>
                  <td className={`${CELL} font-mono text-ink-3`}>{column.type}</td>
                  <td className={CELL}>{said?.classification ?? <span className="text-ink-3">not declared</span>}</td>
                  <td className={`${CELL} text-right`}>{use ? formatCount(use.queries) : "0"}</td>
                  <td className={`${CELL} text-right`}>{use ? formatCount(use.users_total) : "0"}</td>
                  <td className={`${CELL} whitespace-nowrap`}>{use?.last_used ? <Time at={use.last_used} now={new Date()} /> : <span className="text-ink-3">nobody by name</span>}</td>
                  <td className={`${CELL} text-ink-2`}>{column.description}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
