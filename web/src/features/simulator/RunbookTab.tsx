import { Check, Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Simulation, SimulatedStep } from "@/api/schema";
import { Empty } from "@/components/Panel";
import { Sql } from "@/components/Sql";
import { StateGlyph } from "@/components/StateGlyph";
import { Button } from "@/components/ui/button";
import { plural } from "@/lib/format";
import { GLYPHS, VERDICTS, WORDS } from "./verdicts";

/** How to make the change anyway: each step with its DDL, how to check it and how to take it back. */
export function RunbookTab({ result }: { result: Simulation }): ReactNode {
  if (result.runbook.length === 0) return <Empty>There is nothing to do.</Empty>;
  return (
    <>
      <p className="border-b border-line px-3 py-1.5 text-12 text-ink-3">{plural(result.runbook.length, "step")}. Earliest drop {result.earliest_drop}, after 30 days without a read.</p>
      <ol>{result.runbook.map((step, index) => <Step key={index} step={step} number={index + 1} />)}</ol>
    </>
  );
}

function Step({ step, number }: { step: SimulatedStep; number: number }): ReactNode {
  return (
    <li className="flex gap-3 border-b border-line px-3 py-2.5 last:border-b-0">
      <span className="w-4 shrink-0 text-right text-ink-3">{number}</span>
      <div className="min-w-0 flex-1 text-12">
        <div className="flex items-center gap-3"><h3 className="text-13 font-semibold">{step.title}</h3><Outcome step={step} /></div>
        <ul className="grid gap-0.5 text-ink-2">{step.details.map((detail) => <li key={detail} className="break-words">{detail}</li>)}</ul>
        {step.sql.length > 0 && <div className="relative my-2 rounded-md border border-line bg-sunken pr-24"><Sql text={step.sql.join("\n")} /><CopyButton text={step.sql.join("\n")} /></div>}
        {step.verify && <p><span className="text-ink-3">Check:</span> {step.verify}</p>}
        {step.rollback && <p><span className="text-ink-3">Take back:</span> {step.rollback}</p>}
      </div>
    </li>
  );
}

/** What the step by itself does to the texts of today. */
function Outcome({ step }: { step: SimulatedStep }): ReactNode {
  const counts = step.simulated;
  if (!counts) return null;
  const worst = VERDICTS.filter((verdict) => verdict !== "safe").find((verdict) => counts[verdict] > 0) ?? "safe";
  return <span className="ml-auto flex shrink-0 items-center gap-1.5 text-ink-2"><StateGlyph state={GLYPHS[worst]} label="" />{worst === "safe" ? WORDS.safe : `if done today, ${counts[worst]} ${WORDS[worst]}`}</span>;
}

function CopyButton({ text }: { text: string }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return <Button className="absolute top-2 right-2" onClick={copy}>{isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}{isCopied ? "Copied" : "Copy DDL"}</Button>;
}
