import type { ReactNode } from "react";
import { Dialog, DialogContent } from "@/components/ui/dialog";

const GROUPS: readonly { readonly title: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  { title: "Anywhere", keys: [["/ or Ctrl K", "search"], ["g then h l i t s p c q e", "go to a page, by its first letter"], ["t", "choose the moment"], ["Shift T", "freeze this instant"], ["Shift N", "back to now"], ["y", "copy the link"], ["Shift Y", "copy the link with the time frozen"], ["[", "fold the pages on the left"]] },
  { title: "Lists", keys: [["j k", "next, previous"], ["Enter", "open"]] },
  { title: "Lineage", keys: [["\u2190 \u2192", "along edges"], ["\u2191 \u2193", "within the rank"], ["Enter", "select"], ["Space", "open the columns, or what is folded"], ["e", "one hop more downstream"], ["Shift E", "all hops"], ["c", "fold what was opened"], ["p", "the path to it"], ["u d b", "upstream, downstream, both"], ["f", "show all of it"], ["+ - 0", "nearer, farther, own size"], ["Shift L", "the same as a list"], ["Esc", "select nothing"]] },
  { title: "Incident", keys: [["a", "acknowledge"], ["s", "assign"], ["e", "resolve"], ["v", "confirm the cause"]] },
  { title: "Simulator", keys: [["Ctrl Enter", "simulate"], ["1 to 4", "show or hide a verdict"]] },
  { title: "Time Machine", keys: [["n b", "next, previous of the timeline"], ["o", "show the proof in the lineage"], ["r", "simulate the way back"]] },
  { title: "Pipeline", keys: [["b", "the last run"], ["m", "mute or unmute"]] },
  { title: "Run", keys: [["n b", "newer, older run"]] },
  { title: "Events", keys: [["Esc", "close the chosen event"]] },
];

/** Every key, by where it works. */
export function KeyHelp({ isOpen, onOpen }: { isOpen: boolean; onOpen: (isOpen: boolean) => void }): ReactNode {
  return (
    <Dialog open={isOpen} onOpenChange={onOpen}>
      <DialogContent title="Keys" className="max-h-[76vh] overflow-auto p-4">
        <div className="columns-2 gap-6">
          {GROUPS.map(({ title, keys }) => (
            <section key={title} className="mb-3 break-inside-avoid">
              <h2 className="mb-1 text-13 font-semibold">{title}</h2>
              <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-12">
                {keys.map(([key, does]) => <div key={key} className="contents"><dt><kbd className="rounded-sm border border-line-2 px-1 font-mono text-11">{key}</kbd></dt><dd className="text-ink-2">{does}</dd></div>)}
              </dl>
            </section>
          ))}
        </div>
      </DialogContent>
    </Dialog>
  );
}
