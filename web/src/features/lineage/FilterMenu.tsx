import { ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { isFiltering } from "./filter";
import { tightly } from "./search";
import type { LineageSearch } from "./search";

export interface FilterProps {
  readonly search: LineageSearch;
  readonly change: (change: Partial<LineageSearch>) => void;
  readonly choices: { readonly types: readonly string[]; readonly owners: readonly string[]; readonly tiers: readonly string[] };
  readonly misses: number;
}

const FIELD = "h-7 w-full rounded-md border border-ctl bg-surface px-2";

/** By name, type, owner and tier; in the graph what does not fit is dimmed, in the list left out. */
export function FilterMenu({ search, change, choices, misses }: FilterProps): ReactNode {
  const isOn = isFiltering(search);
  const choose = (name: string, key: "type" | "owner" | "tier", values: readonly string[]): ReactNode => (
    <label className="block text-12 text-ink-3">
      {name}
      <select className={`${FIELD} text-13 text-ink`} value={search[key] ?? ""} onChange={(event) => change({ [key]: event.target.value || undefined })}>
        <option value="">any</option>
        {values.map((value) => <option key={value} value={value}>{value}</option>)}
      </select>
    </label>
  );
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant={isOn ? "chosen" : "outline"}><ListFilter aria-hidden /><span className={!isOn ? tightly(search) : undefined}>Filter</span>{isOn && <span className="font-normal text-ink-2">{misses} left out</span>}</Button>
      </PopoverTrigger>
      <PopoverContent label="Filter" align="start" className="grid w-64 gap-2 p-3">
        <label className="block text-12 text-ink-3">Name<input className={`${FIELD} text-13 text-ink`} value={search.text ?? ""} onChange={(event) => change({ text: event.target.value || undefined })} /></label>
        {choose("Type", "type", choices.types)}
        {choose("Owner", "owner", choices.owners)}
        {choose("Tier", "tier", choices.tiers)}
        {isOn && <Button onClick={() => change({ text: undefined, type: undefined, owner: undefined, tier: undefined })}>Clear</Button>}
      </PopoverContent>
    </Popover>
  );
}
