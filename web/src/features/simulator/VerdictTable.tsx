import { type ReactNode, useState } from "react";
import type { SimulatedText } from "@/api/schema";
import { Empty } from "@/components/Panel";
import { SqlText } from "@/components/Sql";
import { StateGlyph } from "@/components/StateGlyph";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/classes";
import { shortName } from "@/lib/entity";
import { formatCount, plural } from "@/lib/format";
import { inOneLine, rangeOf } from "@/lib/sqlFragment";
import { GLYPHS, TONES, WORDS, judgeName } from "./verdicts";

interface Props {
  readonly texts: readonly SimulatedText[];
  readonly total: number;
  readonly selected: string | undefined;
  readonly select: (fingerprint: string) => void;
}

const STEP = 50;
const ROOM = 52;

/** The worst and most used first: each with the fragment that its verdict rests on. */
export function VerdictTable({ texts, total, selected, select }: Props): ReactNode {
  const [shown, setShown] = useState(STEP);
  if (texts.length === 0) return <Empty>{total === 0 ? "No text that is known touches it." : "None of this kind. Show other verdicts above."}</Empty>;
  return (
    <>
      <table className="w-full table-fixed text-12">
        <thead className="text-11 text-ink-3"><tr className="h-[30px] border-b border-line text-left [&_th]:px-3 [&_th]:font-normal"><th scope="col" className="w-10"><span className="sr-only">Verdict</span></th><th scope="col">Query, literals masked</th><th scope="col" className="w-32">Who</th><th scope="col" className="w-16 text-right">Runs</th><th scope="col" className="w-24">Judge</th></tr></thead>
        <tbody>{texts.slice(0, shown).map((text) => <Row key={text.fingerprint} text={text} isSelected={text.fingerprint === selected} select={select} />)}</tbody>
      </table>
      <p className="flex h-[30px] items-center gap-3 px-3 text-12 text-ink-3">
        {formatCount(Math.min(shown, texts.length))} of {formatCount(total)} shown, the worst and most run first
        {shown < texts.length && <Button variant="link" onClick={() => setShown(shown + STEP)}>{plural(Math.min(STEP, texts.length - shown), "more", "more")}</Button>}
      </p>
    </>
  );
}

function Row({ text, isSelected, select }: { text: SimulatedText; isSelected: boolean; select: (fingerprint: string) => void }): ReactNode {
  const line = inOneLine(text.text, rangeOf(text.text, text.fragment), ROOM);
  const who = text.users.length ? text.users : text.jobs.map(shortName);
  return (
    <tr onClick={() => select(text.fingerprint)} className={cn("h-[30px] cursor-pointer border-b border-line hover:bg-sunken [&_td]:px-3", isSelected && "bg-accent-bg hover:bg-accent-bg")}>
      <td><StateGlyph state={GLYPHS[text.verdict]} label={WORDS[text.verdict]} /></td>
      <td className="truncate"><button type="button" aria-pressed={isSelected} className="max-w-full truncate text-left align-middle font-mono whitespace-pre"><SqlText text={line.text} mark={line.range} tone={TONES[text.verdict]} /></button></td>
      <td className="truncate" title={who.join(", ")}>{who[0] ?? <span className="text-ink-3">nobody known</span>}{who.length > 1 && ` +${who.length - 1}`}</td>
      <td className="text-right">{formatCount(text.runs)}</td>
      <td className="truncate text-ink-2" title={text.judge}>{judgeName(text.judge)}</td>
    </tr>
  );
}
