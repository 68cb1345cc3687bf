import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { incidents } from "@/api/questions";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { incidentOf } from "./overlay";
import { type LineageSearch, tightly } from "./search";
import type { Subject } from "./subject";
import type { FoldWay } from "./useFolding";

const MOST_INCIDENTS = 5;
const OVERLAYS: Readonly<Record<string, string>> = { pii: "personal data", runs: "last runs" };

interface Props {
  readonly subject: Subject;
  readonly search: LineageSearch;
  readonly foldWay: FoldWay;
  readonly change: (change: Partial<LineageSearch>) => void;
}

/** How it is drawn: what is one node, which edges count, and whether anything but a chosen path is there. */
export function DisplayMenu({ subject, search, foldWay, change }: Props): ReactNode {
  const chosen = [search.focus && "only the path", foldWay !== "none" && (foldWay === "schema" ? "folded by schema" : "folded by parent job"), subject.indirect && "indirect edges", search.overlay && (OVERLAYS[search.overlay] ?? `INC-${incidentOf(search.overlay)}`)].filter(Boolean).join(", ");
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant={chosen ? "chosen" : "outline"} className="max-w-52" aria-label={chosen ? `Display: ${chosen}` : "Display"}><SlidersHorizontal aria-hidden /><span className={`truncate ${chosen ? "" : tightly(search)}`}>{chosen || "Display"}</span></Button>
      </PopoverTrigger>
      <PopoverContent label="Display" align="start" className="grid w-80 gap-3 p-3">
        {!search.vs && (
          <div className="grid gap-1.5">
            <ToggleGroup label="Fold by" value={foldWay} onChange={(fold) => change({ fold, unfold: undefined })} choices={[{ value: "none", label: "Fold nothing" }, { value: "schema", label: "Schema" }, { value: "job", label: "Parent job" }]} />
            <p className="text-12 text-ink-3">Datasets of one schema, or those that jobs of one parent write, become one node. A double click, Space or + opens it, <kbd className="font-mono">c</kbd> folds it again.</p>
          </div>
        )}
        <Overlay search={search} change={change} />
        {subject.level === "column" && <Choice is={subject.indirect} set={(is) => change({ indirect: is ? 1 : 0 })} name="Indirect edges" does="what only filters, joins, groups or sorts" />}
        {search.to && <Choice is={search.focus === 1} set={(is) => change({ focus: is ? 1 : 0 })} name="Only this path" does="hide what does not lie on the chosen one" />}
      </PopoverContent>
    </Popover>
  );
}

/** What is laid over the edges: where an incident came from, personal data, or how the runs ended. */
function Overlay({ search, change }: Pick<Props, "search" | "change">): ReactNode {
  const open = useQuery(incidents({ state: "open", limit: MOST_INCIDENTS })).data?.items ?? [];
  const chosen = search.overlay ?? "none";
  const asked = incidentOf(search.overlay);
  const known = open.map((one) => [`incident:${one.id}`, `${one.name}: ${one.title}`] as const);
  const choices = [["none", "nothing"], ["pii", "personal data in the clear"], ["runs", "how the last runs ended"], ...known, ...(asked !== null && !open.some((one) => one.id === asked) ? [[chosen, `INC-${asked}`] as const] : [])] as const;
  return (
    <label className="grid gap-1 text-12 text-ink-3">
      Laid over the edges
      <select className="h-7 w-full rounded-md border border-ctl bg-surface px-2 text-13 text-ink" value={chosen} onChange={(event) => change({ overlay: event.target.value === "none" ? undefined : event.target.value })}>
        {choices.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
      </select>
    </label>
  );
}

function Choice({ is, set, name, does }: { is: boolean; set: (is: boolean) => void; name: string; does: string }): ReactNode {
  return (
    <label className="flex items-start gap-2">
      <input type="checkbox" checked={is} onChange={(event) => set(event.target.checked)} className="mt-1 accent-accent" />
      <span>{name}<span className="block text-12 text-ink-3">{does}</span></span>
    </label>
  );
}
