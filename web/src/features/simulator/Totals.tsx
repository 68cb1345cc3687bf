import type { ReactNode } from "react";
import type { Simulation } from "@/api/schema";
import { StateGlyph } from "@/components/StateGlyph";
import { groupBy } from "@/lib/collections";
import { shortName } from "@/lib/entity";
import { formatCount, plural } from "@/lib/format";
import { VerdictBar } from "./VerdictBar";
import { GLYPHS, VERDICTS, WORDS } from "./verdicts";

/** How many queries were replayed, and what becomes of them. */
export function Replayed({ result }: { result: Simulation }): ReactNode {
  const { queries, coverage } = result;
  const runs = (verdict: string): number => queries.items.filter((item) => item.verdict === verdict).reduce((sum, item) => sum + item.runs, 0);
  return (
    <section aria-label="Queries" className="p-4">
      <p className="text-12 text-ink-3">{plural(queries.total, "query", "queries")} replayed against the schema after the change</p>
      {queries.total > 0 && <VerdictBar counts={queries.counts} className="mt-2" />}
      <ul className="mt-2 grid gap-1">
        {VERDICTS.map((verdict) => (
          <li key={verdict} className="flex items-center gap-2"><StateGlyph state={GLYPHS[verdict]} label="" /><b className="w-7 text-right font-semibold">{formatCount(queries.counts[verdict])}</b><span>{WORDS[verdict]}</span>{runs(verdict) > 0 && verdict !== "safe" && <span className="text-12 text-ink-3">{plural(runs(verdict), "run")} in 30 days</span>}</li>
        ))}
      </ul>
      <p className="mt-2 text-12 text-ink-3">Coverage: {formatCount(coverage.analysed)} of {plural(coverage.touching, "text")} that touch it{coverage.complete ? "." : `; ${plural(coverage.gaps.length, "gap")}.`}</p>
    </section>
  );
}

/** What lies downstream, by tier, and which pipelines stop. */
export function Downstream({ result }: { result: Simulation }): ReactNode {
  const tiers = [...groupBy(result.downstream, (asset) => asset.tier ?? "none")].sort(([a], [b]) => a.localeCompare(b));
  const { counts, total } = result.job_texts;
  return (
    <section aria-label="Downstream" className="min-w-0 p-4">
      <p className="text-12 text-ink-3">Downstream</p>
      <p><b className="text-24 font-semibold">{formatCount(result.downstream_total)}</b> {result.downstream_total === 1 ? "asset" : "assets"}{result.truncated_by_hops && <span className="text-12 text-ink-3"> and more beyond the last hop</span>}</p>
      <ul className="mt-1 grid gap-1 text-12">
        {tiers.map(([tier, assets]) => (
          <li key={tier} className="flex min-w-0 items-center gap-2"><span className="w-12 shrink-0 rounded-sm border border-line-2 text-center text-11">{tier === "none" ? "no tier" : `Tier ${tier}`}</span><b className="w-6 shrink-0 text-right font-semibold">{assets.length}</b><span className="truncate text-ink-2" title={assets.map((asset) => asset.node.name).join(", ")}>{assets.map((asset) => shortName(asset.node.name)).join(", ")}</span></li>
        ))}
      </ul>
      <p className="mt-2 flex items-center gap-2 border-t border-line pt-2 text-12">
        <StateGlyph state={counts.will_error ? "failed" : total ? "succeeded" : "unknown"} label="" />
        {total ? <span><b className="font-semibold">{counts.will_error} of {plural(total, "text")} of pipelines</b> will error</span> : <span>No pipeline sent SQL that touches it.</span>}
      </p>
    </section>
  );
}
