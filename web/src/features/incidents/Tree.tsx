import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { IncidentDetail, IncidentTreeRow } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { Empty } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { firstOwner, nameInSchema } from "@/lib/entity";
import { shortError, unfolded } from "@/lib/incidents";
import { ROLE_STATES } from "./roles";

/** From the cause to what it broke, each below what it follows from. */
export function Tree({ data }: { data: IncidentDetail }): ReactNode {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string): void => setFolded((before) => { const next = new Set(before); if (!next.delete(id)) next.add(id); return next; });
  const parents = new Set(data.tree.map((row) => row.parent));
  if (data.tree.length === 0) return <Empty>Nothing is known to belong to it.</Empty>;
  return (
    <>
      <table className="w-full table-fixed text-13">
        <thead className="text-11 text-ink-3 max-sm:sr-only"><tr className="h-[30px] border-b border-line text-left [&_th]:px-3 [&_th]:font-normal"><th scope="col" className="w-[40%]">Thing</th><th scope="col">What happened</th><th scope="col" className="w-28 text-right">When</th><th scope="col" className="w-28 max-[1100px]:hidden">Owner</th></tr></thead>
        <tbody>{unfolded(data.tree, folded).map((row) => <Row key={row.id} row={row} day={data.opened_at} fold={parents.has(row.id) ? { isFolded: folded.has(row.id), toggle } : null} />)}</tbody>
      </table>
      {data.tree_total > data.tree.length && <p className="border-t border-line px-3 py-1.5 text-12 text-ink-3">{data.tree.length} of {data.tree_total} shown</p>}
    </>
  );
}

function Row({ row, day, fold }: { row: IncidentTreeRow; day: string; fold: { isFolded: boolean; toggle: (id: string) => void } | null }): ReactNode {
  const isJob = row.node.kind === "job";
  const name = row.role === "test" ? row.name : nameInSchema(row.name);
  const says = shortError(row.says);
  const address = isJob ? ({ to: "/lineage/$kind/$namespace/$name", params: { kind: "job", namespace: row.node.namespace, name: row.node.name } } as const) : ({ to: "/datasets/$namespace/$name", params: { namespace: row.node.namespace, name: row.node.name }, search: row.role === "test" ? { tab: "tests" as const } : {} } as const);
  const Fold = fold?.isFolded ? ChevronRight : ChevronDown;
  return (
    <tr className="h-[30px] border-b border-line last:border-b-0 max-sm:h-12 [&_td]:px-3">
      <td className="overflow-hidden max-sm:py-1.5" colSpan={1}>
        <div className="flex items-center gap-2" style={{ paddingLeft: row.depth * 20 }}>
          {fold && row.depth > 0 ? <button type="button" aria-label={`${fold.isFolded ? "Unfold" : "Fold"} ${name}`} aria-expanded={!fold.isFolded} onClick={() => fold.toggle(row.id)} className="w-3 shrink-0 text-ink-3 hover:text-ink max-sm:hidden"><Fold className="size-3" aria-hidden /></button> : row.depth > 0 && <span className="w-3 shrink-0 max-sm:hidden" />}
          <StateGlyph state={ROLE_STATES[row.role]} /><span className="max-sm:hidden"><KindGlyph kind={row.role === "test" ? "test" : row.node.kind} type={row.type} size={13} /></span>
          <span className="min-w-0"><Link {...address} title={`${row.node.namespace}/${row.node.name}`} className={`block truncate hover:underline ${row.role === "cause" ? "font-semibold" : ""}`}>{name}</Link><span className="hidden truncate text-12 text-ink-3 max-sm:block">{says}</span></span>
        </div>
      </td>
      <td className="truncate text-ink-2 max-sm:hidden" title={row.says}>{says}</td>
      <td className="text-right text-12 whitespace-nowrap max-sm:w-24 max-sm:align-top max-sm:pt-2">{row.due_at ? <span className="text-late">due <Time at={row.due_at} on={day} /></span> : row.at ? <Time at={row.at} on={day} /> : ""}</td>
      <td className="truncate text-12 text-ink-2 max-[1100px]:hidden">{firstOwner(row.owners)}</td>
    </tr>
  );
}
