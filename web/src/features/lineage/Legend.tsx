import type { ReactNode } from "react";
import { type State, StateGlyph, stateWord } from "@/components/StateGlyph";
import type { OverlayLook } from "./overlay";

// What is well needs no word.
const EXPLAINED: readonly State[] = ["noData", "failed", "late", "atRisk", "changed", "running"];
const WORDS: Partial<Record<State, string>> = { failed: "a test failed", atRisk: "at risk: due, input missing", changed: "schema changed" };

const OVERLAID: readonly (readonly [OverlayLook, string, string])[] = [
  ["proof", "proof of the incident", "var(--fail)"], ["personal", "personal data, in the clear", "var(--pii)"],
  ["failed", "its run failed", "var(--fail)"], ["late", "its run is late or at risk", "var(--late)"], ["running", "its run is going on", "var(--accent)"],
];

interface Props {
  readonly hasIndirect: boolean;
  readonly hasPath: boolean;
  readonly isComparing: boolean;
  readonly overlaid: ReadonlySet<OverlayLook>;
  /** Those of the nodes. */
  readonly states: ReadonlySet<State>;
}

/** What the lines and glyphs mean; only those that can be seen. */
export function Legend({ hasIndirect, hasPath, isComparing, overlaid, states }: Props): ReactNode {
  return (
    <div className="flex flex-wrap gap-x-4 rounded-md bg-bg/85 px-2 py-1 text-11 text-ink-3">
      <Line text="value flows" colour="var(--edge)" />
      {hasIndirect && <Line text="decides (filter, join, case)" colour="var(--edge)" dash="4 3.5" />}
      {hasPath && <Line text="chosen path" colour="var(--accent)" />}
      {OVERLAID.filter(([look]) => overlaid.has(look)).map(([look, text, colour]) => <Line key={look} text={text} colour={colour} />)}
      {isComparing ? (
        <>
          <span className="flex items-center gap-1.5"><StateGlyph state="added" label="" /> added</span>
          <span className="flex items-center gap-1.5"><StateGlyph state="removed" label="" /> removed</span>
          <span className="flex items-center gap-1.5"><StateGlyph state="changed" label="" /> changed</span>
          <Line text="gone, or ends at a column that is gone" colour="var(--fail)" />
        </>
      ) : EXPLAINED.filter((state) => states.has(state)).map((state) => <span key={state} className="flex items-center gap-1.5 whitespace-nowrap"><StateGlyph state={state} label="" />{WORDS[state] ?? stateWord(state)}</span>)}
    </div>
  );
}

function Line({ text, colour, dash }: { text: string; colour: string; dash?: string }): ReactNode {
  return (
    <span className="flex items-center gap-1.5">
      <svg aria-hidden width="26" height="8"><path d="M0 4h20" stroke={colour} strokeWidth="1.6" strokeDasharray={dash} /><path d="M19 0.5 26 4l-7 3.5Z" fill={colour} /></svg>
      {text}
    </span>
  );
}
