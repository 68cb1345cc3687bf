import { Download, X } from "lucide-react";
import type { ReactNode } from "react";
import type { SimulatedText, VerdictCounts } from "@/api/schema";
import { StateGlyph } from "@/components/StateGlyph";
import { Button } from "@/components/ui/button";
import { toCsv } from "@/lib/csv";
import { saveFile } from "@/lib/save";
import type { SimulatorSearch } from "./search";
import { GLYPHS, VERDICTS, WORDS, switched } from "./verdicts";

interface Props {
  readonly counts: VerdictCounts;
  /** What is shown, as it is saved. */
  readonly texts: readonly SimulatedText[];
  readonly search: SimulatorSearch;
  readonly view: (next: Partial<SimulatorSearch>) => void;
}

/** Which verdicts are shown, whose queries, and the same rows as a file. */
export function VerdictFilter({ counts, texts, search, view }: Props): ReactNode {
  const save = (): void => {
    const rows = texts.map((text) => [text.verdict, text.reason, text.says, text.judge, text.runs, text.users.join(" "), text.jobs.join(" "), text.text]);
    saveFile("verdicts.csv", new Blob([toCsv(["verdict", "reason", "says", "judge", "runs", "users", "jobs", "text"], rows)], { type: "text/csv" }));
  };
  return (
    <div className="ml-auto flex items-center gap-2 py-1">
      {search.user && <Button variant="chosen" onClick={() => view({ user: undefined })} aria-label={`Show the queries of all, not only of ${search.user}`}>{search.user}<X aria-hidden /></Button>}
      <div role="group" aria-label="Verdicts shown" className="flex overflow-hidden rounded-md border border-line-2">
        {VERDICTS.map((verdict) => {
          const isOn = !search.verdict || search.verdict.includes(verdict);
          return (
            <button key={verdict} type="button" aria-pressed={isOn} aria-label={`${counts[verdict]} ${WORDS[verdict]}`} title={WORDS[verdict]} onClick={() => view({ verdict: switched(search.verdict, verdict) })} className="flex h-6.5 items-center gap-1.5 border-l border-line-2 px-2 text-12 first:border-l-0 aria-[pressed=true]:bg-accent-bg aria-[pressed=true]:shadow-[inset_0_-2px_0_var(--accent)]">
              <StateGlyph state={GLYPHS[verdict]} label="" />{counts[verdict]}
            </button>
          );
        })}
      </div>
      <Button size="icon" aria-label="Save what is shown as CSV" title="CSV of what is shown" onClick={save}><Download aria-hidden /></Button>
    </div>
  );
}
