import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Search as Glass } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useDeferredValue, useState } from "react";
import { search } from "@/api/questions";
import type { SearchResult } from "@/api/schema";
import { Failure } from "@/components/Panel";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { formatCount } from "@/lib/format";
import { FoundItem } from "./FoundItem";
import { PaletteActions } from "./PaletteActions";
import { ResultActions } from "./ResultActions";
import { addressOf } from "./addressOf";
import { type ResultGroup, groupResults } from "./results";

const LIMIT = 40;

/** One box over everything; what is ambiguous is listed, never chosen for you. */
export function Palette({ isOpen, onOpen }: { isOpen: boolean; onOpen: (open: boolean) => void }): ReactNode {
  return (
    <Dialog open={isOpen} onOpenChange={onOpen}>
      <DialogContent title="Search">
        <SearchBox close={() => onOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

function SearchBox({ close }: { close: () => void }): ReactNode {
  const [text, setText] = useState("");
  const words = useDeferredValue(text.trim());
  const found = useQuery(search({ q: words.startsWith(">") ? "" : words, limit: LIMIT, dropped: true }));
  const navigate = useNavigate();
  const open = (result: SearchResult): void => {
    close();
    void navigate(addressOf(result));
  };
  const page = words === "" || words.startsWith(">") ? undefined : found.data;
  const groups = groupResults(page?.items ?? [], page?.totals);
  const [chosen, choose] = useChosen(groups[0]?.items[0]?.id ?? "");
  const [actedOn, actOn] = useState<SearchResult | null>(null);
  const tab = (event: KeyboardEvent): void => {
    const result = page?.items.find((item) => item.id === chosen);
    if (event.key !== "Tab" || event.shiftKey || !result || actedOn) return;
    event.preventDefault();
    actOn(result);
  };
  if (actedOn) return <ResultActions result={actedOn} back={() => actOn(null)} close={close} />;
  return (
    <Command shouldFilter={false} label="Search" onKeyDown={tab} value={chosen} onValueChange={choose} className="flex max-h-[70vh] flex-col">
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Glass className="size-4 text-ink-3" aria-hidden />
        <Command.Input value={text} onValueChange={setText} placeholder="Find a dataset, column, pipeline, person or query; > for actions" className="h-11 flex-1 bg-transparent text-15 outline-none" />
        <kbd className="rounded-sm border border-line-2 px-1 font-mono text-11 text-ink-3">Esc</kbd>
      </div>
      <Command.List className="min-h-0 flex-1 overflow-auto py-1">
        <PaletteActions words={words} best={groups[0]?.items[0]} close={close} />
        {words === "" && <p className="px-3 py-2 text-ink-3">Words in any order, or their beginnings: <span className="font-mono text-12">orders amount</span>.</p>}
        {found.isError && <Failure title="The search could not be answered." error={found.error} retry={() => void found.refetch()} />}
        {page && groups.length === 0 && <NothingFound words={words} suggestions={page.suggestions} choose={setText} />}
        {groups.map((group) => (
          <Command.Group key={group.kind} heading={headingOf(group)} className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-0.5 [&_[cmdk-group-heading]]:text-11 [&_[cmdk-group-heading]]:text-ink-3">
            {group.items.map((item) => (
              <Command.Item key={item.id} value={item.id} onSelect={() => open(item)} className="flex h-[30px] items-center gap-2.5 px-3 data-[selected=true]:bg-accent-bg">
                <FoundItem result={item} />
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <p className="flex gap-4 border-t border-line px-3 py-1.5 text-12 text-ink-3"><span>↑↓ move</span><span>↵ open</span><span>Tab actions</span><span className="ml-auto">as of now</span></p>
    </Command>
  );
}

/** Other words have another best result, which is chosen until one moves. */
function useChosen(best: string): [string, (id: string) => void] {
  const [chosen, choose] = useState("");
  const [shownBest, setShownBest] = useState("");
  if (best !== shownBest) {
    setShownBest(best);
    choose(best);
  }
  return [chosen, choose];
}

function headingOf(group: ResultGroup): string {
  const isCut = group.total > group.items.length;
  return isCut ? `${group.title}, ${group.items.length} of ${formatCount(group.total)}` : group.title;
}

function NothingFound({ words, suggestions, choose }: { words: string; suggestions: readonly string[]; choose: (text: string) => void }): ReactNode {
  return (
    <div className="px-3 py-2">
      <p>Nothing is named like <span className="font-mono">{words}</span>.</p>
      {suggestions.map((suggestion) => (
        <button key={suggestion} type="button" className="mr-3 text-accent hover:underline" onClick={() => choose(suggestion)}>{suggestion}</button>
      ))}
    </div>
  );
}
