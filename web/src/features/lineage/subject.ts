import type { Entity, NodeKind } from "@/lib/entity";
import { idOf } from "@/lib/entity";
import type { LineageSearch } from "./search";
import { DEFAULTS } from "./search";

/** What is looked at, and how far: the address with its defaults filled in. */
export interface Subject {
  readonly entity: Entity;
  readonly column: string | null;
  readonly asOf: string | undefined;
  readonly dir: "up" | "both" | "down";
  /** Hops; nothing for all of them. */
  readonly up: number | undefined;
  readonly down: number | undefined;
  readonly level: "dataset" | "column";
  readonly indirect: boolean;
}

export function subjectOf(kind: string, namespace: string, name: string, search: LineageSearch, asOf: string | undefined): Subject {
  const entity: Entity = { kind: (kind === "job" ? "job" : "dataset") satisfies NodeKind, namespace, name, field: null };
  const all = { ...DEFAULTS, ...search };
  const level = entity.kind === "job" ? "dataset" : (all.level ?? "dataset");
  return {
    entity, asOf, level, dir: all.dir ?? "both", up: all.up || undefined, down: all.down || undefined,
    column: level === "column" ? (search.column ?? null) : null, indirect: all.indirect === 1,
  };
}

/** What a walk from the subject is asked with. */
export function walkQuery(subject: Subject, depth: number | undefined) {
  return {
    asset: idOf(subject.entity), column: subject.column ?? undefined, level: subject.column ? undefined : subject.level, depth,
    as_of: subject.asOf, ...(subject.level === "column" ? { indirect: subject.indirect } : {}),
  };
}
