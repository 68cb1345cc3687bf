import { useQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { incidents, neighboursByName } from "@/api/questions";
import { Answer, Empty, SkeletonRows } from "@/components/Panel";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { cn } from "@/lib/classes";
import { PLACES } from "./places";

/** What a part of the breadcrumb says. */
export interface Part {
  readonly text: string;
  readonly of: "page" | "namespace" | "name" | "incident" | "other";
}

interface Where {
  /** The first part of the address. */
  readonly page: string;
  readonly kind: "dataset" | "job";
  readonly namespace: string;
}

interface Sibling {
  readonly name: string;
  readonly address: LinkProps & { readonly params?: Record<string, string> };
}

/** A part of where one is, with what stands beside it. */
export function Siblings({ part, where, isLast }: { part: Part; where: Where; isLast: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (part.of === "other") return <span className={cn("truncate", isLast && "font-semibold")} title={part.text}>{part.text}</span>;
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <button type="button" title={part.text} aria-label={`${part.text}, others`} className={cn("group flex min-w-0 items-center gap-0.5 rounded-sm hover:underline", isLast && "font-semibold")}><span className="truncate">{part.text}</span><ChevronDown aria-hidden className="relative z-1 -mr-3.5 size-3 shrink-0 bg-surface text-ink-3 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100" /></button>
      </PopoverTrigger>
      <PopoverContent label={`Beside ${part.text}`} align="start" className="max-h-96 w-72 overflow-auto py-1">
        {part.of === "page" ? <List of={PLACES.map(({ name, to }) => ({ name, address: { to } }))} now={part.text} close={() => setOpen(false)} />
          : part.of === "incident" ? <Incidents now={part.text} close={() => setOpen(false)} />
            : <Named part={part} where={where} close={() => setOpen(false)} />}
      </PopoverContent>
    </Popover>
  );
}

function Incidents({ now, close }: { now: string; close: () => void }): ReactNode {
  const found = useQuery(incidents({ limit: 30 }));
  return (
    <Answer query={found} failed="Incidents could not be loaded." loading={<SkeletonRows rows={3} />}>
      {({ items }) => <List now={now} close={close} of={items.map((one) => ({ name: one.name, address: { to: "/incidents/$id", params: { id: String(one.id) } } }))} />}
    </Answer>
  );
}

/** Of a name the others in its namespace; of a namespace the first thing in each other one. */
function Named({ part, where, close }: { part: Part; where: Where; close: () => void }): ReactNode {
  const found = useQuery(neighboursByName(where.kind, part.of === "name" ? where.namespace : undefined));
  const to = where.page === "lineage" ? "/lineage/$kind/$namespace/$name" : where.page === "pipelines" ? "/pipelines/$namespace/$name" : "/datasets/$namespace/$name";
  return (
    <Answer query={found} failed="Names could not be loaded." loading={<SkeletonRows rows={6} />}>
      {({ items, total }) => {
        const firsts = part.of === "name" ? items : items.filter((one, index) => items.findIndex((other) => other.namespace === one.namespace) === index);
        return <List now={part.text} close={close} cut={total > items.length ? total : undefined} of={firsts.map(({ namespace, name }) => ({ name: part.of === "name" ? name : namespace, address: { to, params: { kind: where.kind, namespace, name } } }))} />;
      }}
    </Answer>
  );
}

function List({ of, now, cut, close }: { of: readonly Sibling[]; now: string; cut?: number; close: () => void }): ReactNode {
  if (of.length === 0) return <Empty>Nothing else is here.</Empty>;
  return (
    <ul>
      {of.map(({ name, address }) => <li key={name}><Link {...address} onClick={close} title={name} aria-current={name === now ? "true" : undefined} className="block truncate px-3 py-1 hover:bg-sunken aria-[current]:bg-accent-bg">{name}</Link></li>)}
      {cut !== undefined && <li className="px-3 py-1 text-12 text-ink-3">the first of {cut}</li>}
    </ul>
  );
}
