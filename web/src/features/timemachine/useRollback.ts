import { useQuery } from "@tanstack/react-query";
import { schemaVersions } from "@/api/questions";
import type { DatasetSchema, RecordedChange } from "@/api/schema";
import { type DraftChange, rollbackOf } from "@/lib/changeText";

export interface Rollback {
  /** The dataset, as the Simulator takes it. */
  readonly entity: string;
  readonly version: DatasetSchema;
  readonly before: DatasetSchema | undefined;
  /** Versions are counted from 1. */
  readonly number: number;
  readonly changes: readonly DraftChange[];
}

/** The version that a schema change made, and what takes it back; nothing of what is no schema change. */
export function useRollback(change: RecordedChange | null): Rollback | null {
  const isSchema = change?.kind === "schema_change";
  const entity = change ? `${change.node.namespace}/${change.node.name}` : "";
  const versions = useQuery({ ...schemaVersions({ dataset: entity, limit: 100 }), enabled: isSchema, placeholderData: undefined }).data;
  const place = isSchema && versions ? versions.items.findIndex((one) => one.event_id === change.event_id) : -1;
  const version = versions?.items[place];
  if (!versions || !version) return null;
  return { entity, version, before: versions.items[place + 1], number: versions.total - place, changes: rollbackOf(version.changes) };
}
