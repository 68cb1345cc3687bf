import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { dataset } from "@/api/questions";
import { Button } from "@/components/ui/button";
import { type ChangeKind, type DraftChange, KINDS, KIND_NAMES, valueName } from "@/lib/changeText";

interface Props {
  readonly entity: string | undefined;
  readonly change: DraftChange;
  readonly onChange: (change: DraftChange) => void;
  readonly remove: (() => void) | null;
}

const FIELD = "h-7 rounded-md border border-ctl bg-surface px-2 text-13";

/** One change: its kind, its column, and what the column becomes. */
export function ChangeFields({ entity, change, onChange, remove }: Props): ReactNode {
  const { kind, column, value } = change;
  const set = (part: Partial<DraftChange>): void => onChange({ ...change, ...part });
  const named = valueName(kind);
  // Another kind keeps the column, but what it becomes is something else.
  const choose = (next: ChangeKind): void => set({ kind: next, value: next === "nullable" ? "no" : "" });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <select aria-label="Change" className={`${FIELD} font-medium`} value={kind} onChange={(event) => choose(event.target.value as ChangeKind)}>
        {KINDS.map((one) => <option key={one} value={one}>{KIND_NAMES[one]}</option>)}
      </select>
      {kind === "add" && <input aria-label="Column" placeholder="new column" className={`${FIELD} w-44 font-mono text-12`} value={column} onChange={(event) => set({ column: event.target.value })} />}
      {kind !== "add" && kind !== "drop_table" && <ColumnSelect entity={entity} value={column} onPick={(picked) => set({ column: picked })} />}
      {named === "Nulls" && (
        <select aria-label={named} className={FIELD} value={value} onChange={(event) => set({ value: event.target.value })}>
          {value === "" && <option value="">nulls…</option>}<option value="no">forbid nulls</option><option value="yes">allow nulls</option>
        </select>
      )}
      {named !== null && named !== "Nulls" && <input aria-label={named} placeholder={named.toLowerCase()} className={`${FIELD} w-40 font-mono text-12`} value={value} onChange={(event) => set({ value: event.target.value })} />}
      {remove && <Button variant="ghost" size="icon" aria-label="Remove this change" onClick={remove}><X aria-hidden /></Button>}
    </div>
  );
}

/** Columns of today, then those that are gone: a drop that has happened can be tried as well. */
function ColumnSelect({ entity, value, onPick }: { entity: string | undefined; value: string; onPick: (column: string) => void }): ReactNode {
  const found = useQuery({ ...dataset(entity ?? ""), enabled: entity !== undefined, placeholderData: undefined });
  const columns = found.data?.columns ?? [];
  const [now, gone] = [columns.filter((one) => one.in_schema), columns.filter((one) => !one.in_schema)];
  const isKnown = value === "" || columns.some((one) => one.name === value);
  const option = ({ name }: { name: string }): ReactNode => <option key={name} value={name}>{name}</option>;
  return (
    <select aria-label="Column" disabled={!entity} className={`${FIELD} max-w-60 font-mono text-12 disabled:opacity-50`} value={value} onChange={(event) => onPick(event.target.value)}>
      <option value="">{found.isError ? "columns not loaded" : "column"}</option>
      {!isKnown && option({ name: value })}
      {now.map(option)}
      {gone.length > 0 && <optgroup label="No longer in the schema">{gone.map(option)}</optgroup>}
    </select>
  );
}
