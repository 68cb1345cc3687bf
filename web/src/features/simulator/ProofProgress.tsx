import { Progress } from "radix-ui";
import type { ReactNode } from "react";
import type { Simulation } from "@/api/schema";
import { StateGlyph } from "@/components/StateGlyph";
import { formatCount, plural } from "@/lib/format";

/** How far the proofs are that arrive after the answer; nothing once all are there. */
export function ProofProgress({ result: { proofs } }: { result: Simulation }): ReactNode {
  if (proofs.waiting === 0) return null;
  const all = proofs.proved + proofs.waiting;
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-3 py-2 text-12">
      <StateGlyph state="running" label="" />
      <span><b className="font-semibold">{formatCount(proofs.proved)} of {plural(all, "text")} proved</b>, {formatCount(proofs.waiting)} being proved by an engine. Verdicts below may still change; score and runbook stay.</span>
      <Progress.Root value={proofs.proved} max={all} aria-label="Proofs" className="h-1.5 w-40 overflow-hidden rounded-full bg-band"><Progress.Indicator className="h-full bg-accent transition-[width] duration-(--dur-layout)" style={{ width: `${(proofs.proved / all) * 100}%` }} /></Progress.Root>
      <span className="text-ink-3">You can leave this page; it goes on.</span>
    </div>
  );
}
