import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { formatCount, plural } from "@/lib/format";
import type { LineageSearch } from "./search";
import type { Folding } from "./useFolding";

interface Props {
  readonly folding: Folding;
  /** How many datasets there are before anything is folded. */
  readonly reached: number;
  readonly search: LineageSearch;
  readonly change: (change: Partial<LineageSearch>) => void;
}

/** What is folded, and how to see it; nothing where nothing is. */
export function FoldNote({ folding, reached, search, change }: Props): ReactNode {
  if (folding.way === "none") return null;
  const { groups } = folding;
  const [one, many] = folding.way === "schema" ? ["schema", "schemas"] : ["parent job", "parent jobs"];
  const members = [...groups.values()].reduce((sum, group) => sum + group.members.length, 0);
  const open = search.unfold ?? [];
  const text = folding.isForced
    ? `${formatCount(reached)} datasets reached, more than can be drawn. Folded into ${plural(groups.size, one, many)}. Open one, filter, or see the list.`
    : groups.size === 0 ? `Nothing is left to fold: no two datasets share a ${one}.` : `${plural(members, "dataset")} folded into ${plural(groups.size, one, many)}.`;
  return (
    <div role="status" className="flex min-h-9 shrink-0 flex-wrap items-center gap-2 border-y border-line bg-surface px-4 py-1 text-12 text-ink-2">
      <span>{text}</span>
      {open.map((id) => <Button key={id} variant="chosen" className="h-6 text-12" aria-label={`Fold ${nameOf(id)} again`} onClick={() => change({ unfold: open.filter((other) => other !== id) })}>{nameOf(id)}<X aria-hidden /></Button>)}
      {folding.isForced && <Button variant="link" className="text-12" onClick={() => change({ view: "list" })}>See the list</Button>}
      {!folding.isForced && groups.size > 0 && <Button variant="link" className="text-12" onClick={() => change({ unfold: [...open, ...groups.keys()] })}>Open all</Button>}
    </div>
  );
}

/** `mart` of `group:down:warehouse/mart`. */
function nameOf(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}
