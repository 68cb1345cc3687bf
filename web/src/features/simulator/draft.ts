/** A change that is being written: as the address says it, and as the server is asked; pure. */
import type { ChangeRequest, SimulationRequest } from "@/api/schema";
import type { SimulatorSearch } from "./search";

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

function isWhole({ kind, column, value }: DraftChange): boolean {
  // A column can be added without saying its type.
  const needsValue = valueName(kind) !== null && kind !== "add";
  return kind === "drop_table" || (column.trim() !== "" && (!needsValue || value.trim() !== ""));
}

function asked({ kind, column, value }: DraftChange): Partial<ChangeRequest> {
  const target = column.trim();
  const said = value.trim();
  switch (kind) {
    case "drop": return { change_type: "drop_column", target };
    case "rename": return { change_type: "rename_column", target, new_name: said };
    case "type": return { change_type: "change_type", target, new_type: said };
    case "nullable": return { change_type: "change_nullable", target, nullable: said === "yes" };
    case "add": return { change_type: "add_column", target, ...(said && { new_type: said }) };
    case "drop_table": return { change_type: "drop_table" };
  }
}

export type Asked = Partial<SimulationRequest> & { asset: string };

/** What the server is asked, or nothing as long as something is missing. */
export function requestOf({ entity, mode, change, ddl, model }: SimulatorSearch): Asked | null {
  if (!entity) return null;
  if (mode === "ddl") return ddl?.trim() ? { asset: entity, ddl } : null;
  if (mode === "model") return model?.trim() ? { asset: entity, model_sql: model } : null;
  const changes = readChanges(change);
  return changes.every(isWhole) ? { asset: entity, changes: changes.map(asked) as ChangeRequest[] } : null;
}
