/** A change that is being written, as the server is asked; pure. */
import type { ChangeRequest, Simulation, SimulationRequest } from "@/api/schema";
import { type DraftChange, changeOfWords, readChanges, valueName, writeChange } from "@/lib/changeText";
import type { SimulatorSearch } from "./search";

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

/** The form of what was simulated, to try it again or otherwise; of a change that has no field there, its dataset alone. */
export function draftOf({ asset, changes }: Pick<Simulation, "asset" | "changes">): Pick<SimulatorSearch, "entity" | "change"> {
  const entity = `${asset.namespace}/${asset.name}`;
  const read = changes.map((words) => changeOfWords(words, asset.name));
  return read.length && read.every((one) => one !== null) ? { entity, change: read.map(writeChange) } : { entity };
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
