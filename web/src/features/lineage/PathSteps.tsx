import type { ReactNode } from "react";
import { shortName } from "@/lib/entity";
import type { PathStep } from "./pathSteps";

/** What becomes of the value on its way, step by step. */
export function PathSteps({ steps, target }: { steps: readonly PathStep[]; target: string }): ReactNode {
  return (
    <section className="border-b border-line p-3">
      <h3 className="mb-1.5 font-semibold">Path to {target}</h3>
      <ol className="relative grid gap-2 before:absolute before:top-2 before:bottom-3 before:left-[3.5px] before:border-l before:border-accent">
        {steps.map((step, index) => {
          const fact = step.edge?.facts[0];
          return (
            <li key={index} className="relative grid gap-0.5 pl-4">
              <span aria-hidden className="absolute top-1.5 left-0 size-2 rounded-full border-2 border-accent bg-surface" />
              <span className="font-mono text-12 break-all">{shortName(step.node)}{step.column && `.${step.column}`}</span>
              {fact && <span className="text-12 break-words text-ink-3">{fact.job ? `via ${shortName(fact.job)}` : "declared"}{fact.subtype && `, ${fact.subtype.toLowerCase().replaceAll("_", " ")}`}</span>}
              {fact?.description && /\W/.test(fact.description) && <code className="rounded-sm border border-line bg-sunken px-1.5 py-1 font-mono text-11 break-words">{fact.description}</code>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
