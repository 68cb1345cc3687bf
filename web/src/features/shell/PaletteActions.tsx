import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import type { SearchResult } from "@/api/schema";
import { parseSearch } from "@/lib/address";
import { useSetAsOf } from "@/lib/asOf";
import { writeChange } from "@/lib/changeText";
import { nameInSchema } from "@/lib/entity";
import { useFrozenNow } from "./shortcuts";

const PLACES = [
  ["Home", "/", "g h"], ["Lineage", "/lineage", "g l"], ["Time Machine", "/time-machine", "g t"], ["Simulator", "/simulator", "g s"], ["Pipelines", "/pipelines", "g p"],
  ["Failing pipelines", "/pipelines?state=failed", ""], ["Datasets", "/search", ""], ["Map", "/map", ""], ["Incidents", "/incidents", "g i"], ["Compliance", "/compliance", "g c"], ["Queries", "/queries", "g q"], ["Columns nobody reads", "/columns?unused=1", ""], ["Traces", "/traces", ""], ["Teams", "/teams", ""], ["Events", "/events", "g e"], ["Quarantine", "/events/quarantine", ""],
] as const;

/** What one does with the best result. */
function actionsOn(best: SearchResult | undefined): readonly { name: string; to: "/time-machine" | "/simulator"; search: Record<string, unknown> }[] {
  if (!best || !["dataset", "column"].includes(best.kind) || best.namespace === null) return [];
  const entity = `${best.namespace}/${best.name}`;
  const name = `${nameInSchema(best.name)}${best.field ? `.${best.field}` : ""}`;
  const change = best.field ? [writeChange({ kind: "drop", column: best.field, value: "" })] : undefined;
  return [{ name: `Investigate ${nameInSchema(best.name)}`, to: "/time-machine", search: { entity } }, { name: change ? `Simulate the drop of ${name}` : `Simulate a change of ${name}`, to: "/simulator", search: { entity, change } }];
}

/** What can be done without a name: go somewhere, freeze the time. Shown for `>`, or where the words name it. */
export function PaletteActions({ words, best, close }: { words: string; best: SearchResult | undefined; close: () => void }): ReactNode {
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
  actions.push(...actionsOn(best).map(({ name, to, search }) => ({ name, keys: "", run: () => void navigate({ to, search }) })));
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
