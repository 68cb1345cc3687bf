import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type SortingState, createColumnHelper, flexRender, getCoreRowModel, getSortedRowModel, useReactTable } from "@tanstack/react-table";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { KindGlyph } from "@/components/KindGlyph";
import { StateGlyph } from "@/components/StateGlyph";
import { cn } from "@/lib/classes";
import { type ListRow, rowWord } from "./listRows";

const column = createColumnHelper<ListRow>();
const columns = [
  column.accessor("state", { header: "State", cell: ({ getValue }) => { const state = getValue(); return state ? <StateGlyph state={state} /> : <StateGlyph state="unknown" />; } }),
  column.accessor("name", {
    header: "Name",
    cell: ({ row: { original } }) => (
      <Link to="/lineage/$kind/$namespace/$name" params={{ kind: original.kind, namespace: original.namespace, name: original.name }} className="flex items-center gap-2 font-medium hover:underline" title={original.id}>
        <KindGlyph kind={original.kind} type={original.type} />{original.name}
      </Link>
    ),
  }),
  column.accessor("columns", { header: "Columns", cell: ({ getValue }) => <span className="font-mono text-11 text-ink-2">{getValue()}</span> }),
  column.accessor("direction", { header: "Direction" }),
  column.accessor("hops", { header: "Hops", meta: { isNumber: true } }),
  column.accessor("type", { header: "Type", cell: ({ getValue }) => getValue()?.toLowerCase() }),
  column.accessor("tier", { header: "Tier" }),
  column.accessor("owner", { header: "Owner" }),
  column.accessor("writtenBy", { header: "Written by" }),
];

const ROW_PX = 30;

/** The same answer as a list; nothing in the graph is missing here. Of thousands only what is in sight is drawn. */
export function LineageList({ rows, hidden }: { rows: readonly ListRow[]; hidden: number }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [sorting, setSorting] = useState<SortingState>([]);
  const data = useMemo(() => [...rows], [rows]);
  const columnVisibility = { columns: rows.some((row) => row.columns !== "") };
  const table = useReactTable({ data, columns, state: { sorting, columnVisibility }, onSortingChange: setSorting, getCoreRowModel: getCoreRowModel(), getSortedRowModel: getSortedRowModel() });
  const all = table.getRowModel().rows;
  const virtual = useVirtualizer({ count: all.length, getScrollElement: () => box.current, estimateSize: () => ROW_PX, overscan: 20 });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div ref={box} tabIndex={0} role="region" aria-label="Lineage as a list" className="h-full min-w-0 flex-1 overflow-auto bg-surface">
      <table className="w-full text-12">
        <thead className="sticky top-0 z-10 bg-surface text-11 text-ink-3 shadow-[0_1px_0_var(--line)]">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} className="h-[30px]">
              {group.headers.map((header) => {
                const order = header.column.getIsSorted();
                return (
                  <th key={header.id} scope="col" aria-sort={order === "asc" ? "ascending" : order === "desc" ? "descending" : "none"} className={cn("px-3 font-normal", header.column.columnDef.meta?.isNumber ? "text-right" : "text-left")}>
                    <button type="button" onClick={header.column.getToggleSortingHandler()} className="hover:text-ink">{flexRender(header.column.columnDef.header, header.getContext())}{order === "asc" ? " ↑" : order === "desc" ? " ↓" : ""}</button>
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden><td style={{ height: above }} /></tr>}
          {items.map(({ index }) => {
            const row = all[index];
            return row && (
              <tr key={row.id} className="h-[30px] border-b border-line hover:bg-sunken" aria-label={rowWord(row.original)}>
                {row.getVisibleCells().map((cell) => <td key={cell.id} className={cn("px-3 whitespace-nowrap", cell.column.columnDef.meta?.isNumber && "text-right")}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</td>)}
              </tr>
            );
          })}
          {below > 0 && <tr aria-hidden><td style={{ height: below }} /></tr>}
        </tbody>
      </table>
      {hidden > 0 && <p className="px-3 py-2 text-12 text-ink-3">{hidden} left out by the filter</p>}
      {rows.length === 0 && <p className="p-3 text-ink-2">Nothing fits the filter.</p>}
    </div>
  );
}
