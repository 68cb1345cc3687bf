import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { parseSearch } from "@/lib/address";
import { useSetAsOf } from "@/lib/asOf";
import { useFrozenNow } from "./shortcuts";

const PLACES = [
  ["Home", "/", "g h"], ["Lineage", "/lineage", "g l"], ["Time Machine", "/time-machine", "g t"], ["Simulator", "/simulator", "g s"], ["Pipelines", "/pipelines", "g p"],
  ["Failing pipelines", "/pipelines?state=failed", ""], ["Datasets", "/search", ""], ["Map", "/map", ""], ["Incidents", "/incidents", "g i"], ["Compliance", "/compliance", "g c"], ["Queries", "/queries", "g q"], ["Columns nobody reads", "/columns?unused=1", ""], ["Traces", "/traces", ""], ["Teams", "/teams", ""], ["Events", "/events", "g e"], ["Quarantine", "/events/quarantine", ""],
] as const;

/** What can be done without a name: go somewhere, freeze the time. Shown for `>`, or where the words name it. */
export function PaletteActions({ words, close }: { words: string; close: () => void }): ReactNode {
  const navigate = useNavigate();
  const setAsOf = useSetAsOf();
  const frozenNow = useFrozenNow();
  const go = (address: string): void => {
    const [to = "/", query = ""] = address.split("?");
    void navigate({ to, search: parseSearch(query) });
  };
  const only = words.startsWith(">");
  const asked = words.replace(/^>/, "").trim().toLowerCase();
  const actions = [
    ...PLACES.map(([name, to, keys]) => ({ name: `Go to ${name}`, keys, run: () => go(to) })),
    { name: "Freeze time", keys: "Shift T", run: () => setAsOf(frozenNow()) },
    { name: "Back to now", keys: "Shift N", run: () => setAsOf(undefined) },
  ].filter(({ name }) => (only ? name.toLowerCase().includes(asked) : asked.length > 2 && name.toLowerCase().includes(asked)));
  if (actions.length === 0) return null;
  return (
    <Command.Group heading="Actions" className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-0.5 [&_[cmdk-group-heading]]:text-11 [&_[cmdk-group-heading]]:text-ink-3">
      {actions.map(({ name, keys, run }) => (
        <Command.Item key={name} value={`action:${name}`} onSelect={() => { close(); run(); }} className="flex h-[30px] items-center gap-2.5 px-3 data-[selected=true]:bg-accent-bg">
          <ArrowRight aria-hidden className="size-3.5 text-ink-3" />{name}<span className="ml-auto font-mono text-11 text-ink-3">{keys}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}
