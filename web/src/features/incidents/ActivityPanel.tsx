import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { IncidentActivity, IncidentDetail } from "@/api/schema";
import { Panel } from "@/components/Panel";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { activityWords, story } from "@/lib/incidents";
import type { IncidentSearch } from "./search";
import type { Acting } from "./useActing";

const GLYPHS: Partial<Record<IncidentActivity["kind"], State>> = { opened: "failed", widened: "failed", reopened: "failed", resolved: "succeeded", confirmed: "succeeded", acknowledged: "running", corrected: "cause", cause_changed: "cause", muted: "muted", notified: "paged" };

/** What was said and done, newest first; a note is for whoever reads it later. */
export function ActivityPanel({ data, search, acting }: { data: IncidentDetail; search: IncidentSearch; acting: Acting }): ReactNode {
  const navigate = useNavigate();
  const [note, setNote] = useState("");
  const shown = search.activity ?? "story";
  const lines = shown === "story" ? story(data.activity) : data.activity;
  const add = (): void => acting.act({ kind: "note", text: note.trim() }, () => setNote(""));
  const choices = [{ value: "story" as const, label: "Story" }, { value: "all" as const, label: `Everything ${data.activity_total}` }];
  return (
    <Panel title="Activity" className="max-sm:rounded-none max-sm:border-x-0" note={<ToggleGroup label="What is shown" value={shown} choices={choices} onChange={(next) => void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ ...before, activity: next === "story" ? undefined : next }) })} className="h-6" />}>
      <ol aria-label="Activity" className="grid grid-cols-[auto_16px_minmax(0,1fr)] gap-2.5 p-3">{lines.map((one, index) => <Line key={one.id ?? `${one.at}${index}`} line={one} day={data.opened_at} />)}</ol>
      <form className="flex gap-2 border-t border-line p-3" onSubmit={(event) => { event.preventDefault(); if (note.trim()) add(); }}>
        <input aria-label="Note" placeholder="Add a note for whoever reads this later" value={note} onChange={(event) => setNote(event.target.value)} className="h-8 min-w-0 flex-1 rounded-md border border-ctl bg-surface px-2 max-sm:h-11" />
        {note.trim() && <Button type="submit" variant="primary" className="h-8 max-sm:h-11" disabled={acting.isBusy}>Add</Button>}
      </form>
    </Panel>
  );
}

function Line({ line, day }: { line: IncidentActivity; day: string }): ReactNode {
  const { who, did, words } = activityWords(line);
  return (
    <li className="col-span-3 grid grid-cols-subgrid gap-2 text-12">
      <span className="min-w-9 text-right text-ink-3"><Time at={line.at} on={day} /></span>
      <StateGlyph state={GLYPHS[line.kind] ?? "said"} label={line.kind} />
      <p className="min-w-0 break-words">{who && <b className="font-semibold">{who} </b>}{did}{did && words ? ": " : ""}{words}</p>
    </li>
  );
}
