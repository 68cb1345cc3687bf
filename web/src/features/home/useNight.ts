import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { runs } from "@/api/questions";
import type { Run } from "@/api/schema";
import { useAsOf } from "@/lib/asOf";
import type { NightRun } from "@/lib/nightChart";

const DAY_MS = 86_400_000;
const MOST_RUNS = 1000;

/** The runs of the day before a moment: the one asked for, or that of the newest run. */
export function useNight() {
  const asOf = useAsOf();
  const newest = useQuery(runs({ limit: 1, until: asOf }));
  const last = newest.data?.items[0]?.began_at;
  const now = asOf ?? last ?? undefined;
  const since = now && new Date(Date.parse(now) - DAY_MS).toISOString();
  const day = useQuery({ ...runs({ since, until: asOf, limit: MOST_RUNS }), enabled: since !== undefined });
  const found = useMemo(() => (day.data?.items ?? []).flatMap(nightRun), [day.data]);
  return { newest, day, now, runs: found, isEmpty: newest.data?.total === 0 };
}

function nightRun(run: Run): NightRun[] {
  if (!run.began_at || !run.job_name) return [];
  return [{
    runId: run.run_id, namespace: run.job_namespace ?? "", job: run.job_name, state: run.state,
    began: Date.parse(run.began_at), ended: run.ended_at ? Date.parse(run.ended_at) : null, parent: run.parent_run_id,
  }];
}
