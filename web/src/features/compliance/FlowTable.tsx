import { Link } from "@tanstack/react-router";
import { type SortingState, createColumnHelper, flexRender, getCoreRowModel, getSortedRowModel, useReactTable } from "@tanstack/react-table";
import { Download } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { Empty, Panel } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/classes";
import { type FlowRow, rowsAsCsv } from "@/lib/flows";
import { formatCount } from "@/lib/format";
import { saveFile } from "@/lib/save";

const column = createColumnHelper<FlowRow>();
const columns = [
  column.accessor("from", { header: "From", cell: ({ row: { original } }) => <span className="font-mono" title={original.fromId}>{original.from}</span> }),
  column.accessor("to", { header: "To", cell: ({ row: { original } }) => <Link to="/lineage/$kind/$namespace/$name" params={{ kind: "dataset", namespace: original.node.namespace, name: original.node.name }} search={original.node.field ? { column: original.node.field, level: "column", dir: "up", up: 0 } : {}} title={original.toId} className={cn("font-mono hover:underline", original.isGone && "text-ink-3 line-through")}>{original.to}</Link> }),
  column.accessor("effect", { header: "Effect", cell: ({ getValue }) => <span className={cn("rounded-sm border px-1.5 text-11", getValue() === "kept" ? "border-pii-line bg-pii-bg text-pii" : "border-line-2 text-ink-2")}>{getValue()}</span> }),
  column.accessor("how", { header: "How", cell: ({ getValue }) => <span className="block max-w-36 truncate text-ink-2" title={getValue()}>{getValue()}</span> }),
  column.accessor("declared", { header: "Declared", cell: ({ row: { original } }) => <span className="flex items-center gap-1.5">{original.isUndeclared && <StateGlyph state="failed" label="not enough" />}{original.declared}</span> }),
  column.accessor("owner", { header: "Owner", cell: ({ getValue }) => getValue() ?? <span className="text-ink-3">nobody</span> }),
];
const SHOWN = 200;

interface Props {
  readonly rows: readonly FlowRow[];
  readonly total: number;
  readonly name: string;
  readonly toggle: ReactNode;
}

/** Every place that data of a source gets to; the file holds exactly what is filtered. */
export function FlowTable({ rows, total, name, toggle }: Props): ReactNode {
  const [sorting, setSorting] = useState<SortingState>([]);
  const data = useMemo(() => [...rows], [rows]);
  const table = useReactTable({ data, columns, state: { sorting }, onSortingChange: setSorting, getCoreRowModel: getCoreRowModel(), getSortedRowModel: getSortedRowModel() });
  const save = (): void => saveFile(`flows-${name}.csv`, new Blob([rowsAsCsv(table.getRowModel().rows.map((row) => row.original))], { type: "text/csv" }));
  return (
    <Panel title="Every place" note={`${formatCount(rows.length)} of ${formatCount(total)} flows`} action={<>{toggle}<Button variant="ghost" onClick={save}><Download aria-hidden />CSV</Button></>}>
      {rows.length === 0 ? <Empty>{total === 0 ? "It goes nowhere, as far as runs, SQL and declarations say." : "No flow fits the filter."}</Empty> : (
        <div className="overflow-x-auto" role="region" aria-label="Every place" tabIndex={0}>
          <table className="w-full text-12">
            <thead className="text-11 text-ink-3">
              {table.getHeaderGroups().map((group) => (
                <tr key={group.id} className="h-[30px] border-b border-line">
                  {group.headers.map((header) => {
                    const order = header.column.getIsSorted();
                    return <th key={header.id} scope="col" aria-sort={order === "asc" ? "ascending" : order === "desc" ? "descending" : "none"} className="px-2 text-left font-normal first:pl-3"><button type="button" onClick={header.column.getToggleSortingHandler()} className="hover:text-ink">{flexRender(header.column.columnDef.header, header.getContext())}{order === "asc" ? " ↑" : order === "desc" ? " ↓" : ""}</button></th>;
                  })}
                </tr>
              ))}
            </thead>
            <tbody>{table.getRowModel().rows.slice(0, SHOWN).map((row) => <tr key={row.id} className="h-[30px] border-b border-line last:border-b-0 hover:bg-sunken">{row.getVisibleCells().map((cell) => <td key={cell.id} className="px-2 whitespace-nowrap first:pl-3">{flexRender(cell.column.columnDef.cell, cell.getContext())}</td>)}</tr>)}</tbody>
          </table>
        </div>
      )}
      {rows.length > SHOWN && <p className="border-t border-line px-3 py-1.5 text-12 text-ink-3">{SHOWN} of {formatCount(rows.length)} shown; the CSV has all.</p>}
    </Panel>
  );
}
