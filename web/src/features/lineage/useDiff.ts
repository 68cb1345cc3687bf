import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { diff as differences } from "@/api/questions";
import type { Diff } from "@/api/schema";
import { type Change, type GraphDiff, type SchemaChangeAt, graphDiff } from "@/lib/diff";
import { asNodeId } from "@/lib/entity";
import type { LineageGraph } from "@/lib/lineageGraph";
import type { Subject } from "./subject";
import { useLineage } from "./useLineage";

const WORDS: Record<string, Change> = { added: "added", removed: "removed", retyped: "changed" };

/** What differs from an earlier moment; nothing while none is compared with. */
export function useDiff(subject: Subject, earlier: string | undefined, later: LineageGraph | null): GraphDiff | null {
  // Without an earlier moment this asks what is cached anyway.
  const before = useLineage(useMemo(() => ({ ...subject, asOf: earlier ?? subject.asOf }), [subject, earlier])).graph;
  const schemas = useQuery({ ...differences({ from: earlier ?? "", to: subject.asOf, limit: 1000 }), enabled: earlier !== undefined });
  return useMemo(
    () => (earlier && before && later && schemas.data ? graphDiff(before, later, schemaChanges(schemas.data)) : null),
    [earlier, before, later, schemas.data],
  );
}

function schemaChanges(diff: Diff): readonly SchemaChangeAt[] {
  return diff.schemas.items.map((item) => ({
    dataset: asNodeId(item.dataset.id),
    at: item.at,
    columns: item.columns.map((column) => ({ column: column.column, change: WORDS[column.change] ?? "changed" })),
  }));
}
