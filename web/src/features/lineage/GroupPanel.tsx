import { X } from "lucide-react";
import type { ReactNode } from "react";
import { StateGlyph } from "@/components/StateGlyph";
import { Button } from "@/components/ui/button";
import type { NodeId } from "@/lib/entity";
import { shortName } from "@/lib/entity";
import type { Group } from "@/lib/fold";
import { formatCount, plural } from "@/lib/format";
import { type NodeFacts, nodeState } from "./nodeFacts";

interface Props {
  readonly group: Group;
  readonly facts: ReadonlyMap<NodeId, NodeFacts>;
  readonly open: () => void;
  readonly close: () => void;
  readonly pick: (id: NodeId) => void;
}

const SHOWN = 200;

/** What is folded into a node, by name. */
export function GroupPanel({ group, facts, open, close, pick }: Props): ReactNode {
  const members = [...group.members].sort((a, b) => (a.entity.name < b.entity.name ? -1 : 1));
  return (
    <aside aria-label={`Details of ${group.name}`} className="flex w-75 shrink-0 flex-col overflow-hidden border-l border-line bg-surface min-[1700px]:w-100">
      <header className="border-b border-line px-3 py-2">
        <div className="flex items-start">
          <h2 className="min-w-0 text-15 font-semibold break-words">{group.name}</h2>
          <Button variant="ghost" size="icon" className="ml-auto" aria-label="Close the details" onClick={close}><X /></Button>
        </div>
        <p className="text-12 break-words text-ink-3">{group.of}, {plural(members.length, "dataset")}</p>
        <Button className="mt-2" onClick={open}>Open it in the graph</Button>
      </header>
      <ul tabIndex={0} aria-label={`Datasets of ${group.name}`} className="min-h-0 flex-1 overflow-auto">
        {members.slice(0, SHOWN).map((member) => {
          const state = nodeState(facts.get(member.id), member.jobs[0] ? facts.get(member.jobs[0]) : undefined);
          return (
            <li key={member.id} className="border-b border-line">
              <button type="button" title={`${member.entity.namespace}/${member.entity.name}`} onClick={() => pick(member.id)} className="flex h-[30px] w-full items-center gap-2 px-3 text-left text-12 hover:bg-sunken">
                <StateGlyph state={state ?? "unknown"} /><span className="truncate">{shortName(member.entity.name)}</span><span className="ml-auto shrink-0 text-ink-3">{plural(Math.abs(member.depth), "hop")}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {members.length > SHOWN && <p className="px-3 py-2 text-12 text-ink-3">{SHOWN} of {formatCount(members.length)} shown; the list has all.</p>}
    </aside>
  );
}
