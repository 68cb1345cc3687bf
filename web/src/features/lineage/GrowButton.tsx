import { ContextMenu } from "radix-ui";
import type { MouseEvent, ReactNode } from "react";
import { cn } from "@/lib/classes";
import { type NodeId, nameInSchema } from "@/lib/entity";
import { formatShortCount, plural } from "@/lib/format";
import type { Way } from "@/lib/growth";
import type { LineageSearch } from "./search";

interface Props {
  readonly id: NodeId;
  readonly way: Way;
  /** How many more there are that way. */
  readonly count: number;
  readonly isCompact: boolean;
  readonly grow: (id: NodeId, way: Way, isAll: boolean) => void;
  readonly change: (change: Partial<LineageSearch>) => void;
}

const ITEM = "flex h-[30px] items-center gap-4 px-3 outline-none data-[highlighted]:bg-sunken";
const PLACE = "nodrag absolute z-10 flex h-6 min-w-6 items-center justify-center rounded-full border border-line-2 bg-surface px-1.5 text-11 text-ink-2 hover:border-accent hover:text-accent";

function placeOf(way: Way, isCompact: boolean): string {
  return cn(PLACE, isCompact ? "top-0.5" : "top-2.5", way === "up" ? "right-full mr-2" : "left-full ml-2");
}

/** How many more there are on one side: a press shows one hop, with Shift all of it; the right button offers other ways. */
export function GrowButton({ id, way, count, isCompact, grow, change }: Props): ReactNode {
  const name = nameInSchema(id.replace(/^\w+:/, ""));
  const press = (event: MouseEvent): void => grow(id, way, event.shiftKey);
  const items: readonly (readonly [string, string, () => void])[] = [
    ["One hop more", "", () => grow(id, way, false)],
    ["All of it", "Shift", () => grow(id, way, true)],
    ["All, folded by schema", "", () => change({ [way]: 0, fold: "schema", unfold: undefined })],
    ["All, folded by job", "", () => change({ [way]: 0, fold: "job", unfold: undefined })],
    ["All, tier 1 alone", "", () => change({ [way]: 0, tier: "1" })],
    ["Only the path to here", "", () => change({ to: id, focus: 1 })],
  ];
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>
        <button type="button" tabIndex={-1} aria-label={`${plural(count, "more dataset")} ${way}stream of ${name}, show one hop more`} title="Press for one hop, with Shift for all; right-click for more" onClick={press} className={placeOf(way, isCompact)}>+{formatShortCount(count)}</button>
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content aria-label={`What to show ${way}stream`} collisionPadding={8} className="z-40 min-w-52 rounded-lg border border-line-2 bg-surface py-1 text-13 shadow-pop">
          {items.map(([text, key, act]) => <ContextMenu.Item key={text} onSelect={act} className={ITEM}>{text}{key && <kbd className="ml-auto font-mono text-11 text-ink-3">{key}</kbd>}</ContextMenu.Item>)}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

/** On hover: fold again what grew from here. */
export function ShrinkButton({ way, isCompact, shrink }: { way: Way; isCompact: boolean; shrink: () => void }): ReactNode {
  return <button type="button" tabIndex={-1} aria-label={`Fold what is ${way}stream again`} onClick={shrink} className={cn(placeOf(way, isCompact), "opacity-0 group-hover:opacity-100 focus-visible:opacity-100")}>−</button>;
}
