import type { ReactNode } from "react";
import type { SimulatedText } from "@/api/schema";
import { Panel } from "@/components/Panel";
import { Sql } from "@/components/Sql";
import { StateGlyph } from "@/components/StateGlyph";
import { plural } from "@/lib/format";
import { rangeOf } from "@/lib/sqlFragment";
import { GLYPHS, TONES, WORDS } from "./verdicts";

/** One text in full: what its verdict rests on, where that stands, and who judged. */
export function VerdictDetail({ text }: { text: SimulatedText }): ReactNode {
  const words = WORDS[text.verdict];
  const { fragment } = text;
  return (
    <section aria-label="The chosen query">
      <Panel title={<span className="flex items-center gap-2"><StateGlyph state={GLYPHS[text.verdict]} label="" />{words[0]?.toUpperCase()}{words.slice(1)}</span>} note={[text.users[0] ?? text.jobs[0], plural(text.runs, "run")].filter(Boolean).join(", ")} action={<span className="font-mono text-11 text-ink-3" title={text.fingerprint}>{text.fingerprint.slice(0, 8)}</span>}>
        <div className="m-3 max-h-90 overflow-auto rounded-md border border-line bg-sunken"><Sql text={text.text} mark={rangeOf(text.text, fragment)} tone={TONES[text.verdict]} /></div>
        <div className="px-3 pb-3 text-12">
          <p>{fragment && <b className="font-semibold">line {fragment.line}, column {fragment.column}: </b>}{text.says || "nothing of what changes is used"}. Judge: {text.judge}.</p>
          {text.hop > 1 && <p className="break-words text-ink-3">Reached in {text.hop} hops through {text.through}.</p>}
          {text.others.map((other) => <p key={other.judge} className="text-ink-2">{other.judge} says otherwise: {WORDS[other.verdict]}{other.says && `, ${other.says}`}.</p>)}
        </div>
      </Panel>
    </section>
  );
}
