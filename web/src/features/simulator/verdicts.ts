/** The four verdicts: their order, words and glyphs. */
import type { SimulatedText } from "@/api/schema";
import type { State } from "@/components/StateGlyph";

export type Verdict = SimulatedText["verdict"];

export const VERDICTS = ["will_error", "will_silently_change", "safe", "could_not_analyze"] as const satisfies readonly Verdict[];

export const WORDS: Record<Verdict, string> = {
  will_error: "will error", will_silently_change: "will silently change", safe: "no break found", could_not_analyze: "could not be analysed",
};

export const GLYPHS: Record<Verdict, State> = { will_error: "failed", will_silently_change: "silent", safe: "succeeded", could_not_analyze: "unknown" };

/** How each is drawn in a bar. */
export const FILLS: Record<Verdict, string> = { will_error: "bg-fail", will_silently_change: "bg-late-fill", safe: "bg-ok-fill", could_not_analyze: "border border-dashed border-unk" };

export const TONES = { will_error: "fail", will_silently_change: "late", safe: "plain", could_not_analyze: "plain" } as const;

/** Verdicts shown after one is switched; all of them are the same as none. */
export function switched(shown: readonly Verdict[] | undefined, verdict: Verdict): readonly Verdict[] | undefined {
  const before = shown ?? VERDICTS;
  const next = VERDICTS.filter((one) => before.includes(one) !== (one === verdict));
  return next.length === 0 || next.length === VERDICTS.length ? undefined : next;
}

/** `sqlglot` of `sqlglot 30.30.0`. */
export function judgeName(judge: string): string {
  return judge.split(" ")[0] ?? judge;
}
