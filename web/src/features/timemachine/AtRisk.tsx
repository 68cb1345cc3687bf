import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Investigation } from "@/api/schema";
import { Empty, Panel } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { firstOwner, nameInSchema } from "@/lib/entity";
import { percent } from "@/lib/investigation";

const SHOWN = 8;

/** What the cause reaches and nobody has noticed: who read it, and when it is due. */
export function AtRisk({ found }: { found: Investigation }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const without = new Set(found.damage.datasets_without_data.map((node) => node.id));
  const waiting = (due: string | null): number => (due ? Date.parse(due) : Infinity);
  const quiet = found.unalerted.filter((one) => !without.has(one.node.id)).toSorted((a, b) => waiting(a.due) - waiting(b.due));
  const shown = isOpen ? quiet : quiet.slice(0, SHOWN);
  const read = quiet.filter((one) => one.readers.length > 0).length;
  return (
    <Panel title="Wrong or about to be, no alert yet" note={`${quiet.length}, ${read ? `${read} of them read since` : "read by nobody since, as far as queries are known"}`} action={quiet.length > SHOWN && <Button variant="link" className="text-12" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>{isOpen ? "Show fewer" : "Show all"}</Button>}>
      {quiet.length === 0 ? <Empty>Nothing else lies downstream of the cause.</Empty> : (
        <ul className="grid gap-x-8 px-3 py-1.5 min-[1280px]:grid-cols-2">
          {shown.map((one) => (
            <li key={one.node.id} className="flex h-6.5 min-w-0 items-center gap-2 text-12">
              <StateGlyph state="atRisk" label={`at risk, ${percent(one.likelihood)}`} />
              <Link to="/datasets/$namespace/$name" params={{ namespace: one.node.namespace, name: one.node.name }} className="truncate text-13 hover:underline" title={`${one.node.id}, ${percent(one.likelihood)} likely to be wrong`}>{nameInSchema(one.node.name)}</Link>
              <span className="min-w-0 truncate text-ink-3">{one.readers.length ? `read by ${one.readers.join(", ")}` : firstOwner(one.owners)}</span>
              <span className="ml-auto shrink-0 text-ink-2">{one.due ? <>due <Time at={one.due} on={found.at} /></> : "no rhythm known"}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
