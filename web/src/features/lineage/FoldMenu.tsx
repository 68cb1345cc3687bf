import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { ToggleGroup } from "@/components/ui/toggle-group";
import type { LineageSearch } from "./search";
import type { FoldWay } from "./useFolding";

const WORDS: Record<FoldWay, string> = { none: "nothing", schema: "schemas", job: "parent jobs" };

/** What is drawn as one node. */
export function FoldMenu({ way, change }: { way: FoldWay; change: (change: Partial<LineageSearch>) => void }): ReactNode {
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant={way === "none" ? "outline" : "chosen"} className="font-normal"><span className="text-ink-3">Fold</span>{WORDS[way]}<ChevronDown aria-hidden /></Button>
      </PopoverTrigger>
      <PopoverContent label="Fold" align="start" className="grid w-72 gap-2 p-3">
        <ToggleGroup label="Fold by" value={way} onChange={(fold) => change({ fold, unfold: undefined })} choices={[{ value: "none", label: "Nothing" }, { value: "schema", label: "Schema" }, { value: "job", label: "Parent job" }]} />
        <p className="text-12 text-ink-3">Datasets of one schema, or those that jobs of one parent write, become one node. A double click, Space or + opens it, <kbd className="font-mono">c</kbd> folds it again.</p>
      </PopoverContent>
    </Popover>
  );
}
