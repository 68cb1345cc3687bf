import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ColumnUsage, UsedColumn } from "@/api/schema";
import { Empty, Panel } from "@/components/Panel";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { formatCount } from "@/lib/format";
import { columnVerdict } from "@/lib/references";
import { ROLES } from "./search";

const SHORT = { projected: "proj", filtered: "filt", joined: "join", grouped: "grp", ordered: "ord", windowed: "win", written: "writ" };
const GLYPHS: Record<string, State> = { unused: "removed", "only by star": "silent", "not known": "unknown" };

/** Columns by roles, each cell the number of queries; what nobody names carries its proof. */
export function Matrix({ usage, onlyUnused }: { usage: ColumnUsage; onlyUnused: boolean }): ReactNode {
  const judged = usage.columns.map((column) => ({ column, verdict: columnVerdict({ queries: column.queries, jobs: column.jobs_total, lineage: column.lineage }, usage.proof) }));
  const shown = judged.filter(({ verdict }) => !onlyUnused || verdict.word !== "used");
  const most = Math.max(1, ...usage.columns.flatMap((column) => Object.values(column.roles)));
  const name = `${usage.asset.namespace}/${usage.asset.name}`;
  return (
    <Panel title={usage.asset.name} note={<>{formatCount(usage.columns.length)} columns, queries of people by role{usage.since && <>, since <Time at={usage.since} /></>}</>}>
      {shown.length === 0 ? <Empty>{onlyUnused ? "Every column is named by someone." : "No column is known."}</Empty> : (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Columns by role">
          <table className="w-full text-12">
            <thead className="text-11 text-ink-3"><tr className="h-[30px] border-b border-line text-left [&_th]:px-3 [&_th]:font-normal">
              <th scope="col">Column</th>{ROLES.map((role) => <th key={role} scope="col" className="w-14 text-right" title={role}><abbr title={role} className="no-underline">{SHORT[role]}</abbr></th>)}
              <th scope="col" className="w-16 text-right">People</th><th scope="col" className="w-14 text-right">Jobs</th><th scope="col">Last read</th><th scope="col">Verdict</th>
            </tr></thead>
            <tbody>{shown.map(({ column, verdict }) => (
              <tr key={column.name} className="h-[30px] border-b border-line last:border-b-0 [&_td]:px-3">
                <td className="font-mono whitespace-nowrap"><Link to="/queries" search={{ dataset: name, column: column.name }} className="hover:underline">{column.name}</Link></td>
                {ROLES.map((role) => <Cell key={role} dataset={name} column={column} role={role} most={most} />)}
                <td className="text-right">{formatCount(column.users_total)}</td>
                <td className="text-right" title={column.jobs.join("\n")}>{formatCount(column.jobs_total)}</td>
                <td className="whitespace-nowrap">{column.last_used ? <Time at={column.last_used} now={new Date()} /> : <span className="text-ink-3">never by name</span>}</td>
                <td className="w-full max-w-0 min-w-80">{verdict.word === "used" ? "used" : <span className="flex items-center gap-1.5" title={verdict.why}><StateGlyph state={GLYPHS[verdict.word] ?? "unknown"} label="" /><b className="font-semibold whitespace-nowrap">{verdict.word}</b><span className="truncate text-ink-2">{verdict.why}</span></span>}</td>
              </tr>
            ))}</tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function Cell({ dataset, column, role, most }: { dataset: string; column: UsedColumn; role: (typeof ROLES)[number]; most: number }): ReactNode {
  const count = column.roles[role] ?? 0;
  if (count === 0) return <td className="text-right text-ink-3">0</td>;
  return (
    <td className="relative text-right">
      <span aria-hidden className="absolute inset-y-1 right-2 rounded-xs bg-band" style={{ width: `${(count / most) * 80}%` }} />
      <Link to="/queries" search={{ dataset, column: column.name, role }} className="relative font-medium hover:underline">{formatCount(count)}</Link>
    </td>
  );
}
