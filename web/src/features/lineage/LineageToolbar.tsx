import { ArrowLeftRight, Download, List, Workflow, X } from "lucide-react";
import type { ReactNode } from "react";
import { KindGlyph } from "@/components/KindGlyph";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { nameInSchema } from "@/lib/entity";
import { DisplayMenu } from "./DisplayMenu";
import { FilterMenu, type FilterProps } from "./FilterMenu";
import { HopsMenu } from "./HopsMenu";
import { type LineageSearch, tightly } from "./search";
import type { Subject } from "./subject";
import type { FoldWay } from "./useFolding";

interface Props {
  readonly subject: Subject;
  readonly search: LineageSearch;
  readonly change: (change: Partial<LineageSearch>) => void;
  readonly filter: Omit<FilterProps, "search" | "change">;
  readonly foldWay: FoldWay;
  readonly exports: readonly { readonly name: string; readonly save: () => void }[];
}

/** What is drawn, and how: every control is a word of the address. */
export function LineageToolbar({ subject, search, change, filter, foldWay, exports }: Props): ReactNode {
  const name = nameInSchema(subject.entity.name);
  const target = search.to?.replace(/^\w+:/, "");
  return (
    <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-2">
      <Button variant="chosen" className="max-w-80" title={`${subject.entity.namespace}/${subject.entity.name}`} onClick={() => change({ column: undefined, level: undefined })} aria-label={subject.column ? `${name}.${subject.column}, show the whole dataset` : name}>
        <KindGlyph kind={subject.column ? "column" : subject.entity.kind} />
        <span className="truncate">{name}{subject.column && <span className="font-mono text-12">.{subject.column}</span>}</span>
        {subject.column && <X aria-hidden />}
      </Button>
      {target && (
        <>
          <span className="text-ink-3">to</span>
          <Button variant="chosen" className="max-w-60" onClick={() => change({ to: undefined, focus: undefined })} aria-label={`path to ${target}, remove`}><span className="truncate">{nameInSchema(target)}</span><X aria-hidden /></Button>
        </>
      )}
      <ToggleGroup label="Direction" value={subject.dir} onChange={(dir) => change({ dir })} choices={[{ value: "up", label: "Up" }, { value: "both", label: "Both" }, { value: "down", label: "Down" }]} />
      <HopsMenu subject={subject} search={search} change={change} />
      {subject.entity.kind === "dataset" && <ToggleGroup label="Level" value={subject.level} onChange={(level) => change({ level, column: undefined })} choices={[{ value: "dataset", label: "Datasets" }, { value: "column", label: "Columns" }]} />}
      <FilterMenu {...filter} search={search} change={change} />
      <DisplayMenu subject={subject} search={search} foldWay={foldWay} change={change} />
      {search.vs && <Button variant="chosen" onClick={() => change({ vs: undefined, only: undefined, same: undefined })} aria-label="Comparing two moments, stop"><ArrowLeftRight aria-hidden />Comparing<span className={tightly(search)}> two moments</span><X aria-hidden /></Button>}
      {search.vs && <ToggleGroup label="Which of the two moments" value={search.only ?? "both"} onChange={(only) => change({ only: only === "both" ? undefined : only })} choices={[{ value: "both", label: "Overlay" }, { value: "a", label: "A only" }, { value: "b", label: "B only" }]} />}
      <div className="ml-auto flex gap-2">
        <ToggleGroup label="View" className="max-[899px]:hidden" value={search.view ?? "graph"} onChange={(view) => change({ view })} choices={[{ value: "graph", label: <><Workflow aria-hidden />Graph</> }, { value: "list", label: <><List aria-hidden />List</> }]} />
        <Popover>
          <PopoverTrigger asChild><Button><Download aria-hidden /><span className={tightly(search)}>Export</span></Button></PopoverTrigger>
          <PopoverContent label="Export" align="end" className="w-40 py-1">
            {exports.map((one) => <button key={one.name} type="button" className="block w-full px-3 py-1.5 text-left hover:bg-sunken" onClick={one.save}>{one.name}</button>)}
          </PopoverContent>
        </Popover>
      </div>
    </div>
  );
}
