import type { Node, NodeProps } from "@xyflow/react";
import { Layers } from "lucide-react";
import { type ReactNode, memo } from "react";
import { type State, StateGlyph, stateWord } from "@/components/StateGlyph";
import { cn } from "@/lib/classes";
import type { NodeId } from "@/lib/entity";
import type { Group } from "@/lib/fold";
import { plural } from "@/lib/format";
import { Ends } from "./Ends";
import { useNearness } from "./useNearness";

export interface GroupData extends Record<string, unknown> {
  readonly group: Group;
  /** How many of its members are in which state, the worst first. */
  readonly states: readonly (readonly [State, number])[];
  readonly isSelected: boolean;
  readonly isDimmed: boolean;
  readonly select: (id: NodeId) => void;
  readonly toggle: (id: NodeId) => void;
}

export type GroupFlowNode = Node<GroupData, "folded">;

const SHOWN = 3;

/** Several datasets as one: how many, and how they are. */
export const GroupNode = memo(function GroupNode({ data }: NodeProps<GroupFlowNode>): ReactNode {
  const { group, states, select, toggle } = data;
  const isFar = useNearness() === "far";
  const isBad = states.some(([state]) => state === "noData" || state === "failed");
  return (
    <div className={cn("relative w-[192px] rounded-md border border-line-2 bg-surface shadow-[3px_3px_0_-1px_var(--surface),3px_3px_0_0_var(--line2)]", isBad && "border-fail", data.isSelected && "border-accent", data.isDimmed && "opacity-40")}>
      <Ends />
      <button type="button" id={`node-${group.id}`} tabIndex={data.isSelected ? 0 : -1} aria-pressed={data.isSelected} title={group.of} onClick={() => select(group.id)} onDoubleClick={() => toggle(group.id)} className="nodrag block h-[43px] w-full rounded-t-md px-2.5 pr-8 text-left">
        <span className="flex items-center gap-1.5 pt-1.5"><Layers aria-hidden size={13} strokeWidth={1.6} className="shrink-0 text-ink-3" /><span className="truncate text-13 leading-4 font-medium">{group.name}</span></span>
        <span className="block truncate text-11 text-ink-3">{plural(group.members.length, "dataset")}<span className="sr-only">{states.map(([state, count]) => `, ${count} ${stateWord(state)}`).join("")}</span></span>
      </button>
      {!isFar && <button type="button" tabIndex={-1} aria-label={`Open ${group.name}`} onClick={() => toggle(group.id)} className="nodrag absolute top-2.5 right-1.5 grid size-6 place-items-center rounded-full border border-line-2 bg-surface text-ink-2 hover:border-accent hover:text-accent">+</button>}
      <div className={cn("flex h-6 items-center gap-3 rounded-b-md border-t border-line bg-bg px-2.5 text-11 text-ink-3", isBad && "bg-fail-bg")}>
        {states.length === 0 && "nothing known of their runs"}
        {states.slice(0, SHOWN).map(([state, count]) => <span key={state} className="flex items-center gap-1" title={stateWord(state)}><StateGlyph state={state} size={12} />{count}</span>)}
      </div>
    </div>
  );
});
