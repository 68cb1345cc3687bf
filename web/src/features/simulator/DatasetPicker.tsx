import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { ranking, search } from "@/api/questions";
import { KindGlyph } from "@/components/KindGlyph";
import { Failure } from "@/components/Panel";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";

const SHOWN = 12;

/** The dataset that is to change; before one types, those whose change would reach the farthest. */
export function DatasetPicker({ value, onPick }: { value: string | undefined; onPick: (entity: string) => void }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const pick = (entity: string): void => {
    setOpen(false);
    onPick(entity);
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button aria-label={value ? `Dataset ${value}` : "Choose a dataset"} title={value} className="max-w-80 min-w-0 shrink">
          <KindGlyph kind="dataset" /><span className="truncate">{value ? value.slice(value.lastIndexOf("/") + 1) : "Choose a dataset"}</span><ChevronDown aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent label="Choose a dataset" align="start" className="w-105"><Found pick={pick} /></PopoverContent>
    </Popover>
  );
}

function Found({ pick }: { pick: (entity: string) => void }): ReactNode {
  const [text, setText] = useState("");
  const words = useDeferredValue(text.trim());
  const found = useQuery(search({ q: words, kind: "dataset", limit: SHOWN }));
  const ranked = useQuery(ranking({ order: "critical", limit: SHOWN }));
  const items = words === "" ? (ranked.data?.items.map((item) => item.dataset) ?? []) : (found.data?.items ?? []);
  const isEmpty = words !== "" && found.isSuccess && items.length === 0;
  return (
    <Command shouldFilter={false} label="Datasets" className="flex max-h-90 flex-col">
      <Command.Input value={text} onValueChange={setText} placeholder="Find a dataset" className="h-9 border-b border-line bg-transparent px-3 outline-none" />
      <Command.List className="min-h-0 flex-1 overflow-auto py-1">
        {found.isError && <Failure title="The search could not be answered." error={found.error} retry={() => void found.refetch()} />}
        {isEmpty && <p className="px-3 py-1 text-ink-2">No dataset is named like <span className="font-mono">{words}</span>.</p>}
        {items.map((item) => (
          <Command.Item key={item.id} value={item.id} onSelect={() => pick(`${item.namespace}/${item.name}`)} className="flex h-[30px] items-center gap-2.5 px-3 data-[selected=true]:bg-accent-bg">
            <KindGlyph kind="dataset" /><span className="truncate font-medium">{item.name}</span><span className="ml-auto shrink-0 text-12 text-ink-3">{item.namespace}</span>
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
