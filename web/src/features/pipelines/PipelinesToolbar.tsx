import { Download, ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import type { PipelineTotals } from "@/api/schema";
import { ColumnPicker } from "@/components/ColumnPicker";
import { FilterField } from "@/components/FilterField";
import { StateGlyph } from "@/components/StateGlyph";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Select } from "@/components/ui/select";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { formatCount } from "@/lib/format";
import { COLUMN_NAMES } from "./pipelineColumns";
import type { PipelinesSearch } from "./search";

interface Props {
  readonly search: PipelinesSearch;
  readonly change: (next: Partial<PipelinesSearch>) => void;
  readonly totals: PipelineTotals | undefined;
  readonly hidden: Readonly<Record<string, boolean>>;
  readonly toggle: (id: string) => void;
  readonly save: () => void;
  readonly isSaving: boolean;
}

/** What is shown, in which order, and the way out of it. */
export function PipelinesToolbar({ search, change, totals, hidden, toggle, save, isSaving }: Props): ReactNode {
  const count = (number: number | undefined): string => (number === undefined ? "" : ` ${formatCount(number)}`);
  const filters = [search.parent, search.owner, search.tag].filter((one) => one !== undefined);
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 border-b border-line bg-surface px-5 py-2">
      <ToggleGroup
        label="State"
        value={search.state ?? "all"}
        onChange={(value) => change({ state: value === "all" ? undefined : value })}
        choices={[
          { value: "all", label: `All${count(totals?.all)}` },
          { value: "failed", label: <><StateGlyph state="failed" label="" />Failing{count(totals?.failed)}</> },
          { value: "late", label: <><StateGlyph state="late" label="" />Late{count(totals?.late)}</> },
          { value: "at_risk", label: <><StateGlyph state="atRisk" label="" />At risk{count(totals?.at_risk)}</> },
          { value: "muted", label: <><StateGlyph state="muted" label="" />Muted{count(totals?.muted)}</> },
        ]}
      />
      <Popover>
        <PopoverTrigger asChild><Button variant={filters.length ? "chosen" : "outline"}><ListFilter aria-hidden />{filters.length ? filters.join(", ") : "Parent, owner, tag"}</Button></PopoverTrigger>
        <PopoverContent label="Filter" align="start" className="grid w-72 gap-2 p-3">
          {(["parent", "owner", "tag"] as const).map((key) => (
            <div key={key} className="grid grid-cols-[56px_1fr] items-center gap-2 text-12">
              <span className="text-ink-3">{key[0]?.toUpperCase()}{key.slice(1)}</span>
              <FilterField label={key} placeholder={{ parent: "nightly_sales", owner: "user:sam.lead", tag: "nightly" }[key]} value={search[key] ?? ""} onChange={(value) => change({ [key]: value || undefined })} className="w-full" />
            </div>
          ))}
          {filters.length > 0 && <Button variant="link" className="justify-self-start" onClick={() => change({ parent: undefined, owner: undefined, tag: undefined })}>Clear</Button>}
        </PopoverContent>
      </Popover>
      <FilterField label="Filter by name" className="w-40 min-[1400px]:w-48" value={search.q ?? ""} onChange={(q) => change({ q: q || undefined })} />
      <div className="ml-auto flex items-center gap-2">
        <Select label="Runs" value={search.n ?? "30"} choices={[["10", "last 10"], ["30", "last 30"], ["60", "last 60"]]} onChange={(n) => change({ n })} />
        <Select label="Sort" value={search.sort ?? "attention"} choices={[["attention", "needs attention"], ["name", "name"], ["last_run", "last run"], ["took", "took longest"]]} onChange={(sort) => change({ sort })} />
        <ColumnPicker columns={COLUMN_NAMES} hidden={hidden} toggle={toggle} />
        <Button onClick={save} disabled={isSaving}><Download aria-hidden />{isSaving ? "Saving…" : "CSV"}</Button>
      </div>
    </div>
  );
}
