import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { diff as differences } from "@/api/questions";
import type { Diff } from "@/api/schema";
import { type Change, type GraphDiff, type SchemaChangeAt, graphDiff, reversed } from "@/lib/diff";
import { asNodeId } from "@/lib/entity";
import type { Growth } from "@/lib/growth";
import type { LineageGraph } from "@/lib/lineageGraph";
import type { Subject } from "./subject";
import { useLineage } from "./useLineage";

const WORDS: Record<string, Change> = { added: "added", removed: "removed", retyped: "changed" };

/** What differs from A; nothing while none is compared with. A may lie after B: then it is the way back. */
export function useDiff(subject: Subject, a: string | undefined, growth: readonly Growth[], b: LineageGraph | null): GraphDiff | null {
  // Without another moment this asks what is cached anyway.
  const before = useLineage(useMemo(() => ({ ...subject, asOf: a ?? subject.asOf }), [subject, a]), growth).graph;
  const isBack = a !== undefined && subject.asOf !== undefined && Date.parse(a) > Date.parse(subject.asOf);
  const [from, to] = isBack ? [subject.asOf ?? "", a] : [a ?? "", subject.asOf];
  const schemas = useQuery({ ...differences({ from, to, limit: 1000 }), enabled: a !== undefined });
  return useMemo(() => {
    if (!a || !before || !b || !schemas.data) return null;
    const changes = schemaChanges(schemas.data);
    return graphDiff(before, b, isBack ? reversed(changes) : changes);
  }, [a, before, b, schemas.data, isBack]);
}

function schemaChanges(diff: Diff): readonly SchemaChangeAt[] {
  return diff.schemas.items.map((item) => ({
    dataset: asNodeId(item.dataset.id),
    at: item.at,
    columns: item.columns.map((column) => ({ column: column.column, change: WORDS[column.change] ?? "changed" })),
  }));
}
