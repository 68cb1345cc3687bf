/** Two versions of a schema in rows, side by side; pure. */

export interface Field {
  readonly name: string;
  readonly type: string;
}

export interface SideBySide {
  readonly old: Field | null;
  readonly new: Field | null;
  readonly change: "same" | "added" | "removed" | "changed";
}

type Raw = Readonly<Record<string, unknown>>;

function fieldOf(raw: Raw): Field {
  return { name: String(raw.name ?? ""), type: String(raw.type ?? "") };
}

/** In the order of the old one; what is new stands after the column that it follows. */
export function sideBySide(before: readonly Raw[], after: readonly Raw[]): readonly SideBySide[] {
  const old = new Map(before.map(fieldOf).map((field) => [field.name, field]));
  const now = after.map(fieldOf);
  const names = new Set(now.map((field) => field.name));
  const rows: SideBySide[] = [...old.values()].map((field) => {
    const other = now.find((one) => one.name === field.name) ?? null;
    return { old: field, new: other, change: other === null ? "removed" : other.type === field.type ? "same" : "changed" };
  });
  now.forEach((field, index) => {
    if (old.has(field.name)) return;
    const previous = now.slice(0, index).findLast((one) => names.has(one.name))?.name;
    const place = rows.findIndex((row) => row.new?.name === previous);
    rows.splice(place + 1, 0, { old: null, new: field, change: "added" });
  });
  return rows;
}
