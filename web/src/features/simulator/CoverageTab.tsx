import type { ReactNode } from "react";
import type { Simulation } from "@/api/schema";
import { StateGlyph } from "@/components/StateGlyph";
import { formatCount, plural } from "@/lib/format";

/** What the verdicts rest on, and what is missing for them to be complete. */
export function CoverageTab({ result: { coverage, proof, position } }: { result: Simulation }): ReactNode {
  return (
    <div className="grid gap-3 p-3 text-12">
      <p className="flex items-center gap-2 text-13 font-semibold"><StateGlyph state={coverage.complete ? "succeeded" : "unknown"} label="" />{coverage.complete ? "Complete: everything that is known to touch it was analysed." : "Not complete: what is called safe rests on what is known."}</p>
      <dl className="grid max-w-120 grid-cols-[1fr_auto] gap-y-1 [&_dd]:text-right [&_dd]:font-semibold [&_dt]:text-ink-2">
        <dt>Queries and texts of jobs that touch it</dt><dd>{formatCount(coverage.touching)}</dd>
        <dt>of these analysed</dt><dd>{formatCount(coverage.analysed)}</dd>
        <dt>Jobs downstream that sent no SQL</dt><dd>{formatCount(coverage.silent_jobs)}</dd>
        <dt>Position in the log, and of the texts that were read</dt><dd>{position}, {coverage.indexed_position ?? "none"}</dd>
      </dl>
      {coverage.gaps.length > 0 && <section><h3 className="font-semibold">What is missing, and what to do</h3><ul className="list-disc pl-4">{coverage.gaps.map((gap) => <li key={gap}>{gap}</li>)}</ul></section>}
      {coverage.not_analysed.length > 0 && <section><h3 className="font-semibold">Not analysed, by reason</h3><ul className="list-disc pl-4">{coverage.not_analysed.map((one) => <li key={one.reason}>{one.reason}: {plural(one.texts, "text")}</li>)}</ul></section>}
      {proof && <p>{proof.says}</p>}
    </div>
  );
}
