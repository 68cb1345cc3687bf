/** A change of a schema as an address says it, such as `drop:amount_usd`; and the way back. Pure. */
import type { SchemaChange } from "@/api/schema";

export const KINDS = ["drop", "rename", "type", "nullable", "add", "drop_table"] as const;
export type ChangeKind = (typeof KINDS)[number];

export const KIND_NAMES: Record<ChangeKind, string> = {
  drop: "Drop column", rename: "Rename column", type: "Change type", nullable: "Change nullability", add: "Add column", drop_table: "Drop table",
};

export interface DraftChange {
  readonly kind: ChangeKind;
  readonly column: string;
  /** The new name or type, or whether nulls are allowed: `yes` or `no`. */
  readonly value: string;
}

export const FIRST: DraftChange = { kind: "drop", column: "", value: "" };

/** What a kind needs besides the column. */
export function valueName(kind: ChangeKind): string | null {
  const names: Partial<Record<ChangeKind, string>> = { rename: "New name", type: "New type", nullable: "Nulls", add: "Type" };
  return names[kind] ?? null;
}

// A name may hold a colon.
const written = (part: string): string => part.replaceAll("%", "%25").replaceAll(":", "%3A");
const read = (part: string | undefined): string => (part ?? "").replaceAll("%3A", ":").replaceAll("%25", "%");

export function writeChange({ kind, column, value }: DraftChange): string {
  const parts = kind === "drop_table" ? [kind] : valueName(kind) ? [kind, column, value] : [kind, column];
  return parts.map(written).join(":");
}

export function readChanges(texts: readonly string[] | undefined): readonly DraftChange[] {
  const changes = (texts ?? []).flatMap((text) => {
    const [first, column, value] = text.split(":");
    const kind = KINDS.find((one) => one === first);
    return kind ? [{ kind, column: read(column), value: read(value) }] : [];
  });
  return changes.length ? changes : [FIRST];
}

/** A change as the server words it, of a table: `drop shop.orders.total`; nothing where its form has no field for it. */
export function changeOfWords(words: string, table: string): DraftChange | null {
  const of = escapedForPattern(table);
  const patterns: readonly (readonly [RegExp, (found: readonly string[]) => DraftChange])[] = [
    [new RegExp(`^drop ${of}$`), () => ({ kind: "drop_table", column: "", value: "" })],
    [new RegExp(`^drop ${of}\\.(.+)$`), ([column = ""]) => ({ kind: "drop", column, value: "" })],
    [new RegExp(`^rename ${of}\\.(.+) to (.+)$`), ([column = "", value = ""]) => ({ kind: "rename", column, value })],
    [new RegExp(`^change the type of ${of}\\.(.+?) to (.+)$`), ([column = "", value = ""]) => ({ kind: "type", column, value })],
    [new RegExp(`^(allow|forbid) nulls in ${of}\\.(.+)$`), ([how, column = ""]) => ({ kind: "nullable", column, value: how === "allow" ? "yes" : "no" })],
    [new RegExp(`^add ${of}\\.(\\S+) ?(.*)$`), ([column = "", value = ""]) => ({ kind: "add", column, value })],
  ];
  for (const [pattern, read] of patterns) {
    const [, ...found] = pattern.exec(words) ?? [];
    if (pattern.test(words)) return read(found);
  }
  return null;
}

function escapedForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

const MARKS: Readonly<Record<string, string>> = { removed: "−", added: "+" };

/** A change in the shortest words: `− amount_usd + amount_minor_units`. */
export function changeMark({ changes }: { readonly changes: readonly Pick<SchemaChange, "kind" | "column" | "new_name">[] }): string {
  return changes.map(({ kind, column, new_name: next }) => (kind === "renamed" && next ? `${column} → ${next}` : `${MARKS[kind] ?? "~"} ${column}`)).join(" ");
}

/** What takes changes back, the last one first; nothing where one of them can't be taken back. */
export function rollbackOf(changes: readonly Pick<SchemaChange, "kind" | "column" | "new_name" | "old_type" | "new_type" | "how">[]): readonly DraftChange[] {
  return changes.toReversed().flatMap((change): DraftChange[] => {
    switch (change.kind) {
      case "removed": return [{ kind: "add", column: change.column, value: change.old_type ?? "" }];
      case "added": return [{ kind: "drop", column: change.column, value: "" }];
      case "renamed": return change.new_name === null ? [] : [{ kind: "rename", column: change.new_name, value: change.column }];
      case "type_changed": return change.old_type === null ? [] : [{ kind: "type", column: change.column, value: change.old_type }];
      case "nullability_changed": return [{ kind: "nullable", column: change.column, value: change.how === "tightened" ? "yes" : "no" }];
      default: return [];
    }
  });
}
