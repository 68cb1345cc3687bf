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
const NAMES = { dataset: "dataset", any: "dataset or pipeline" };

interface Props {
  readonly kind: keyof typeof NAMES;
  /** `namespace/name`, of a pipeline with `job:` before it. */
  readonly value: string | undefined;
  readonly onPick: (entity: string) => void;
}

/** One dataset, or one pipeline as well; before one types, the datasets that reach the farthest. */
export function EntityPicker({ kind, value, onPick }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const pick = (entity: string): void => {
    setOpen(false);
    onPick(entity);
  };
  const isJob = value?.startsWith("job:");
  const name = value?.replace(/^(job|dataset):/, "");
  const choose = `Choose a ${NAMES[kind]}`;
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button aria-label={name ? `${isJob ? "Pipeline" : "Dataset"} ${name}` : choose} title={name} className="max-w-80 min-w-0 shrink">
          <KindGlyph kind={isJob ? "job" : "dataset"} /><span className="truncate">{name ? name.slice(name.lastIndexOf("/") + 1) : choose}</span><ChevronDown aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent label={choose} align="start" className="w-105"><Found kind={kind} pick={pick} /></PopoverContent>
    </Popover>
  );
}

function Found({ kind, pick }: { kind: Props["kind"]; pick: (entity: string) => void }): ReactNode {
  const [text, setText] = useState("");
  const words = useDeferredValue(text.trim());
  const found = useQuery(search({ q: words, kind: kind === "any" ? undefined : kind, limit: SHOWN }));
  const ranked = useQuery(ranking({ order: "critical", limit: SHOWN }));
  const results = found.data?.items.filter((item) => item.kind === "dataset" || item.kind === "job") ?? [];
  const items = words === "" ? (ranked.data?.items.map((item) => item.dataset) ?? []) : results;
  const isEmpty = words !== "" && found.isSuccess && items.length === 0;
  return (
    <Command shouldFilter={false} label="Names" className="flex max-h-90 flex-col">
      <Command.Input value={text} onValueChange={setText} placeholder={`Find a ${NAMES[kind]}`} className="h-9 border-b border-line bg-transparent px-3 outline-none" />
      <Command.List className="min-h-0 flex-1 overflow-auto py-1">
        {found.isError && <Failure title="The search could not be answered." error={found.error} retry={() => void found.refetch()} />}
        {isEmpty && <p className="px-3 py-1 text-ink-2">No {NAMES[kind]} is named like <span className="font-mono">{words}</span>.</p>}
        {items.map((item) => (
          <Command.Item key={item.id} value={item.id} onSelect={() => pick(`${item.kind === "job" ? "job:" : ""}${item.namespace}/${item.name}`)} className="flex h-[30px] items-center gap-2.5 px-3 data-[selected=true]:bg-accent-bg">
            <KindGlyph kind={item.kind} /><span className="truncate font-medium">{item.name}</span><span className="ml-auto shrink-0 text-12 text-ink-3">{item.namespace}</span>
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
