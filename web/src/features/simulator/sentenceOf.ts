/** What a simulation found, as a line that one could send to somebody; pure. */
import type { Simulation, VerdictCounts } from "@/api/schema";
import { plural } from "@/lib/format";

type Found = Pick<Simulation, "verdict" | "downstream_total"> & {
  readonly queries: { readonly total: number; readonly counts: VerdictCounts };
  readonly job_texts: { readonly total: number; readonly counts: VerdictCounts };
  readonly coverage: Pick<Simulation["coverage"], "complete" | "analysed" | "touching" | "silent_jobs">;
};

/** "Safe" is not said of what was not seen: then it is said how much that is. */
export function sentenceOf({ verdict, queries, job_texts, coverage, downstream_total }: Found): string {
  const of = (count: number, total: number, one: string, many: string): string => `${count} of ${plural(total, one, many)}`;
  if (verdict === "will_error" || verdict === "will_silently_change") {
    const parts = [
      queries.counts.will_error && `${of(queries.counts.will_error, queries.total, "query", "queries")} will error`,
      job_texts.counts.will_error && `${of(job_texts.counts.will_error, job_texts.total, "text of pipelines", "texts of pipelines")} will error`,
      queries.counts.will_silently_change + job_texts.counts.will_silently_change && `${queries.counts.will_silently_change + job_texts.counts.will_silently_change} will silently change`,
    ];
    return `${parts.filter(Boolean).join(", ")}.`;
  }
  if (coverage.complete) return `No break found. ${of(coverage.analysed, coverage.touching, "text", "texts")} analysed, ${plural(downstream_total, "asset")} downstream.`;
  const missing = coverage.touching - coverage.analysed;
  const gaps = [missing > 0 && `${of(missing, coverage.touching, "text", "texts")} could not be analysed`, coverage.silent_jobs > 0 && `${plural(coverage.silent_jobs, "job")} downstream sent no SQL`].filter(Boolean);
  return `No break found${gaps.length ? ` · ${gaps.join(", ")}` : " · not everything is known"}.`;
}
