import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { incident, incidents, runs, schemaChanges } from "@/api/questions";
import type { DatasetChange, IncidentMoment } from "@/api/schema";
import { type Span, type Timeline, daysUpTo, nightAround, timeline } from "@/lib/timeline";
import type { LineageSearch } from "./search";

const HOUR_MS = 3_600_000;
const DAYS = { "30d": 30, "7d": 7 } as const;
const MOST_RUNS = 1000;
const NO_CHANGES: readonly DatasetChange[] = [];

export interface TimeBarFacts {
  readonly line: Timeline;
  readonly changes: readonly DatasetChange[];
  /** More ran than can be counted here. */
  readonly isCut: boolean;
  readonly span: NonNullable<LineageSearch["span"]>;
  /** There is a night to look at. */
  readonly hasNight: boolean;
  /** What happened in it. */
  readonly moments: readonly IncidentMoment[] | null;
}

/** A week, unless two moments of one night are compared, which would lie on one another in it. */
function spanFor({ since, until }: Span, at: number, vs: string | undefined): "night" | "7d" {
  const moments = vs ? [at, Date.parse(vs)] : [];
  return moments.length > 0 && moments.every((one) => one >= since && one <= until) ? "night" : "7d";
}

export function iso(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}

/** What stands below the graph: runs and changes in a span of days, or in the night of the nearest incident. */
export function useTimeBar({ span: chosen, vs }: LineageSearch, asOf: string | undefined): TimeBarFacts | null {
  const newest = useQuery(runs({ limit: 1 })).data?.items[0]?.began_at;
  const nights = useQuery(incidents({ limit: 100 })).data?.items ?? [];
  const last = newest ? Date.parse(newest) + HOUR_MS : null;
  const at = asOf ? Date.parse(asOf) : (last ?? 0);
  const lengths = nights.map((one) => ({ id: one.id, began: Date.parse(one.opened_at), ended: Date.parse(one.last_at) }));
  const night = nightAround(at, lengths);
  const span = chosen ?? spanFor(night, at, vs);
  const isNight = span === "night" && nights.length > 0;
  const shown: Span = isNight ? night : daysUpTo(DAYS[span === "30d" ? "30d" : "7d"], last ?? 0, [asOf, vs].flatMap((one) => (one ? [Date.parse(one)] : [])));
  const asked = { since: iso(shown.since), until: iso(shown.until) };
  const ran = useQuery({ ...runs({ ...asked, limit: MOST_RUNS }), enabled: last !== null }).data;
  const changed = useQuery({ ...schemaChanges({ ...asked, limit: 100 }), enabled: last !== null }).data;
  const within = lengths.find((one) => isNight && one.began >= shown.since && one.ended <= shown.until);
  const told = useQuery({ ...incident(within?.id ?? 0), enabled: within !== undefined }).data;
  const { since, until } = shown;
  const line = useMemo(() => timeline((ran?.items ?? []).flatMap((run) => (run.began_at ? [Date.parse(run.began_at)] : [])), { since, until }), [ran, since, until]);
  const changes = useMemo(() => changed?.items.filter((one) => one.verdict !== null) ?? NO_CHANGES, [changed]);
  return last === null ? null : { line, changes, span, isCut: (ran?.total ?? 0) > MOST_RUNS, hasNight: nights.length > 0, moments: within && told ? told.timeline : null };
}
