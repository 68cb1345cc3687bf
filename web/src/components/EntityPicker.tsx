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
const NAMES = { dataset: "dataset", any: "dataset or pipeline", column: "column", tag: "tag" };

interface Props {
  readonly kind: keyof typeof NAMES;
  /** `namespace/name`, of a pipeline with `job:` before it, of a column with `#column` after it; of a tag its name. */
  readonly value: string | undefined;
  readonly onPick: (entity: string) => void;
}

/** One thing by its name; before one types, the datasets that reach the farthest. */
export function EntityPicker({ kind, value, onPick }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const pick = (entity: string): void => {
    setOpen(false);
    onPick(entity);
  };
  const glyph = kind === "any" ? (value?.startsWith("job:") ? "job" : "dataset") : kind;
  const word = { job: "Pipeline", dataset: "Dataset", column: "Column", tag: "Tag" }[glyph];
  const name = value?.replace(/^(job|dataset):/, "");
  const choose = `Choose a ${NAMES[kind]}`;
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button aria-label={name ? `${word} ${name}` : choose} title={name} className="max-w-80 min-w-0 shrink">
          <KindGlyph kind={glyph} /><span className="truncate">{name ? name.slice(name.lastIndexOf("/") + 1) : choose}</span><ChevronDown aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent label={choose} align="start" className="w-105"><Found kind={kind} pick={pick} /></PopoverContent>
    </Popover>
  );
}

interface PickedItem {
  readonly id: string;
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly field: string | null;
}

function valueOf({ kind, namespace, name, field }: PickedItem): string {
  if (kind === "tag") return name;
  return `${kind === "job" ? "job:" : ""}${namespace}/${name}${field ? `#${field}` : ""}`;
}

function Found({ kind, pick }: { kind: Props["kind"]; pick: (entity: string) => void }): ReactNode {
  const [text, setText] = useState("");
  const words = useDeferredValue(text.trim());
  const found = useQuery(search({ q: words, kind: kind === "any" ? undefined : kind, limit: SHOWN }));
  const ranked = useQuery(ranking({ order: "critical", limit: SHOWN }));
  const results = found.data?.items.filter((item) => (kind === "any" ? item.kind === "dataset" || item.kind === "job" : item.kind === kind)) ?? [];
  const isRanked = kind === "dataset" || kind === "any";
  const items: readonly PickedItem[] = words !== "" ? results : isRanked ? (ranked.data?.items.map((item) => item.dataset) ?? []) : [];
  const isEmpty = words !== "" && found.isSuccess && items.length === 0;
  return (
    <Command shouldFilter={false} label="Names" className="flex max-h-90 flex-col">
      <Command.Input value={text} onValueChange={setText} placeholder={`Find a ${NAMES[kind]}`} className="h-9 border-b border-line bg-transparent px-3 outline-none" />
      <Command.List className="min-h-0 flex-1 overflow-auto py-1">
        {found.isError && <Failure title="The search could not be answered." error={found.error} retry={() => void found.refetch()} />}
        {words === "" && !isRanked && <p className="px-3 py-1 text-ink-3">Type a part of its name.</p>}
        {isEmpty && <p className="px-3 py-1 text-ink-2">No {NAMES[kind]} is named like <span className="font-mono">{words}</span>.</p>}
        {items.map((item) => (
          <Command.Item key={item.id} value={item.id} onSelect={() => pick(valueOf(item))} className="flex h-[30px] items-center gap-2.5 px-3 data-[selected=true]:bg-accent-bg">
            <KindGlyph kind={item.kind} /><span className="truncate font-medium">{item.name}{item.field && <span className="font-mono">.{item.field}</span>}</span><span className="ml-auto shrink-0 text-12 text-ink-3">{item.namespace}</span>
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
