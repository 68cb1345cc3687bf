import type { ReactNode } from "react";
import type { Simulation } from "@/api/schema";
import { bands, scoreParts } from "@/lib/blastRadius";
import { cn } from "@/lib/classes";

// One hue from strong to weak: the parts are of one kind, and their order says which is which.
const SHADES = ["opacity-100", "opacity-75", "opacity-55", "opacity-35"];

/** How far it reaches, from 0 to 100: one bar, whose segments are the parts. */
export function Gauge({ result }: { result: Simulation }): ReactNode {
  const score = result.blast_radius.final_score;
  const parts = scoreParts(result.blast_radius);
  const said = reasons(result);
  return (
    <section aria-label="Blast radius" className="p-4">
      <p className="text-12 text-ink-3">Blast radius</p>
      <p className="flex items-center gap-2"><b className="text-24 font-semibold">{score.toFixed(1)}</b><span className={cn("rounded-sm border px-1.5 text-11 font-medium", score >= 60 ? "border-fail-line bg-fail-bg text-fail" : "border-line-2 text-ink-2")}>{result.severity}</span><span className="ml-auto text-12 text-ink-3">0 to 100</span></p>
      <div aria-hidden className="relative mt-2 flex h-3.5 bg-band">
        {parts.map((part, index) => <span key={part.name} className={cn("h-full border-r border-surface bg-accent", SHADES[index])} style={{ width: `${part.points}%` }} />)}
        <span className="absolute -top-1 h-5.5 w-0.5 bg-ink" style={{ left: `calc(${Math.min(score, 100)}% - 1px)` }} />
      </div>
      <div aria-hidden className="mt-1 flex text-11 text-ink-3">
        {bands().map((band) => <span key={band.name} className={cn("border-l border-line-2 text-center first:border-l-0", band.name === result.severity.toLowerCase() && "font-semibold text-ink")} style={{ width: `${band.to - band.from}%` }}>{band.name}</span>)}
      </div>
      <table className="mt-2 w-full text-12">
        <caption className="sr-only">Weight times value makes points</caption>
        <tbody>
          {parts.map((part, index) => (
            <tr key={part.name} className="[&_td]:pr-2 [&_td]:whitespace-nowrap">
              <th scope="row" className="pr-3 text-left font-normal whitespace-nowrap"><span aria-hidden className={cn("mr-1.5 inline-block size-2 rounded-[2px] bg-accent", SHADES[index])} />{part.name}</th>
              <td className="text-right text-ink-3">{part.weight.toFixed(2)} ×</td><td className="text-right text-ink-2">{part.value.toFixed(2)} =</td><td className="text-right font-semibold">{part.points.toFixed(1)}</td>
              <td className="w-full max-w-0 truncate text-ink-3" title={said[part.name]}>{said[part.name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function reasons({ downstream, downstream_total: total }: Simulation): Record<string, string> {
  const tiers = downstream.map((asset) => asset.tier).filter((tier) => tier !== null).sort();
  return {
    tier: tiers[0] ? `highest tier downstream is ${tiers[0]}` : total ? "no tier is declared downstream" : "nothing downstream",
    usage: "how often what it touches is run",
    count: `${total} of 20 downstream assets`,
    activity: `${downstream.filter((asset) => asset.active).length} of ${total} queried in 7 days`,
  };
}
