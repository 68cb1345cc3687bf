import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { type LineageSearch, tightly } from "./search";
import type { Subject } from "./subject";

const CHOICES = [1, 2, 3, 4, 5, 0].map((hops) => ({ value: String(hops), label: hops ? String(hops) : "all" }));

/** How many hops each way. */
export function HopsMenu({ subject, search, change }: { subject: Subject; search: LineageSearch; change: (change: Partial<LineageSearch>) => void }): ReactNode {
  const word = (hops: number | undefined): string => (hops ? String(hops) : "all");
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button className="font-normal">
          <span className={`text-ink-3 ${tightly(search)}`}>Hops</span>
          {subject.dir !== "down" && <span><b className="font-semibold">{word(subject.up)}</b> up</span>}
          {subject.dir !== "up" && <span><b className="font-semibold">{word(subject.down)}</b> down</span>}
          <ChevronDown aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent label="Hops" align="start" className="grid grid-cols-[auto_1fr] items-center gap-2 p-3">
        {subject.dir !== "down" && <><span className="text-ink-3">Up</span><ToggleGroup label="Hops upstream" value={String(subject.up ?? 0)} choices={CHOICES} onChange={(hops) => change({ up: Number(hops) })} /></>}
        {subject.dir !== "up" && <><span className="text-ink-3">Down</span><ToggleGroup label="Hops downstream" value={String(subject.down ?? 0)} choices={CHOICES} onChange={(hops) => change({ down: Number(hops) })} /></>}
      </PopoverContent>
    </Popover>
  );
}
