import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { duePipelines } from "@/api/operations";
import { schemaChanges } from "@/api/questions";
import { ZONE } from "@/components/Time";
import { nameInSchema } from "@/lib/entity";
import { formatClock } from "@/lib/format";
import type { DueRun } from "@/lib/nightChart";
import type { NightMark } from "./NightChart";

const WINDOW_MS = 8 * 3_600_000;
const MOST_MARKS = 2;

/** When each pipeline runs next, by its rhythm, at the moment that the page is about. */
export function useDueRuns(now: string | undefined): readonly DueRun[] {
  const found = useQuery({ ...duePipelines(now), enabled: now !== undefined });
  return useMemo(
    () => (found.data?.items ?? []).flatMap(({ namespace, name, state, next_run: next }): DueRun[] => (next?.expected_at ? [{ namespace, job: name, at: Date.parse(next.expected_at), isAtRisk: state === "at_risk" }] : [])),
    [found.data],
  );
}

/** Schema changes that broke readers, as lines through all rows. */
export function useMarks(now: string | undefined): readonly NightMark[] {
  const since = now && new Date(Date.parse(now) - WINDOW_MS).toISOString();
  const changes = useQuery({ ...schemaChanges({ since, until: now, limit: 50 }), enabled: since !== undefined }).data;
  const breaking = changes?.items.filter((one) => one.verdict === "breaking") ?? [];
  return breaking.slice(0, MOST_MARKS).map((one) => ({ at: Date.parse(one.at), label: `${formatClock(new Date(one.at), ZONE)} ${nameInSchema(one.dataset.name)} changed${one.actor ? ` by ${one.actor}` : ""}`, colour: "var(--ink)" }));
}
