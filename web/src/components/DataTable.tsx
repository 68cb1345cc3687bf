import { type ColumnDef, type RowData, flexRender, getCoreRowModel, useReactTable } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { cn } from "@/lib/classes";
import { useKeys } from "@/lib/useKeys";

declare module "@tanstack/react-table" {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  interface ColumnMeta<TData extends RowData, TValue> {
    /** Of head and cells alike. */
    readonly className?: string;
    readonly isNumber?: boolean;
    /** What the list is asked to be sorted by when one presses the head. */
    readonly sort?: string;
  }
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly ColumnDef<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly open?: (row: Row) => void;
  /** Stands below the last row. */
  readonly foot?: ReactNode;
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  readonly hidden?: Readonly<Record<string, boolean>>;
  readonly selected?: string;
  /** Called when the last row comes into sight. */
  readonly onEnd?: () => void;
  readonly rowClass?: (row: Row) => string | undefined;
}

const ROW_PX = 30;

/** A long list: only what is in sight is drawn; `j` and `k` move, Enter opens. */
export function DataTable<Row>({ label, columns, rows, keyOf, open, foot, sort, onSort, hidden, selected, onEnd, rowClass }: Props<Row>): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(-1);
  const data = useMemo(() => [...rows], [rows]);
  const shown = useMemo(() => columns.filter((column) => !hidden?.[column.id ?? ""]), [columns, hidden]);
  const table = useReactTable({ data, columns: shown, getRowId: keyOf, getCoreRowModel: getCoreRowModel() });
  const all = table.getRowModel().rows;
  const virtual = useVirtualizer({ count: all.length, getScrollElement: () => box.current, estimateSize: () => ROW_PX, overscan: 12 });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (all.length > 0 && last >= all.length - 1) onEnd?.();
  }, [last, all.length, onEnd]);
  const move = (step: number): void => {
    const next = Math.min(all.length - 1, Math.max(0, at + step));
    setAt(next);
    virtual.scrollToIndex(next);
  };
  const chosen = all[at];
  useKeys({ j: () => move(1), k: () => move(-1), ...(open && chosen ? { Enter: () => document.activeElement === document.body && open(chosen.original) } : {}) });
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div ref={box} tabIndex={0} role="region" aria-label={label} className="min-h-0 flex-1 overflow-auto bg-surface">
      <table className="w-full text-12">
        <thead className="sticky top-0 z-10 bg-surface text-11 text-ink-3 shadow-[0_1px_0_var(--line)]">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} className="h-[30px]">
              {group.headers.map((header) => {
                const meta = header.column.columnDef.meta;
                const text = flexRender(header.column.columnDef.header, header.getContext());
                const isSorted = meta?.sort !== undefined && meta.sort === sort;
                return (
                  <th key={header.id} scope="col" aria-sort={meta?.sort ? (isSorted ? "descending" : "none") : undefined} className={cn("px-2 text-left font-normal whitespace-nowrap first:pl-5 last:pr-5", meta?.isNumber && "text-right", meta?.className)}>
                    {meta?.sort && onSort ? <button type="button" onClick={() => onSort(meta.sort ?? "")} className={cn("hover:text-ink", isSorted && "font-medium text-ink")}>{text}{isSorted && " ↓"}</button> : text}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden><td style={{ height: above }} /></tr>}
          {items.map((item) => {
            const row = all[item.index];
            if (!row) return null;
            return (
              <tr key={row.id} onClick={() => setAt(item.index)} aria-current={row.id === selected ? "true" : undefined} className={cn("h-[30px] border-b border-line hover:bg-sunken", item.index === at && "bg-sunken", row.id === selected && "bg-accent-bg hover:bg-accent-bg", rowClass?.(row.original))}>
                {row.getVisibleCells().map((cell) => (
                  <td key={cell.id} className={cn("px-2 whitespace-nowrap first:pl-5 last:pr-5", cell.column.columnDef.meta?.isNumber && "text-right", cell.column.columnDef.meta?.className)}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</td>
                ))}
              </tr>
            );
          })}
          {below > 0 && <tr aria-hidden><td style={{ height: below }} /></tr>}
        </tbody>
      </table>
      {foot}
    </div>
  );
}
