import type { ReactNode } from "react";
import type { EventActivity } from "@/api/schema";
import { FilterField } from "@/components/FilterField";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { shortProducer } from "@/lib/eventWords";
import { Activity } from "./Activity";
import { EventTabs } from "./EventTabs";
import { type EventsSearch, KINDS } from "./search";

interface Props {
  readonly search: EventsSearch;
  readonly change: (next: Partial<EventsSearch>) => void;
  readonly activity: EventActivity | undefined;
}

export function isFilteredBy(search: EventsSearch): boolean {
  return [search.kind, search.producer, search.entity, search.from, search.to].some((one) => one !== undefined);
}

/** Which events are listed, and how many come in. */
export function EventsToolbar({ search, change, activity }: Props): ReactNode {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 border-b border-line bg-surface px-5 py-2">
      <EventTabs />
      <Select label="Kind" value={search.kind ?? ""} choices={[["", "any"], ...KINDS.map((kind) => [kind, kind] as const)]} onChange={(kind) => change({ kind: kind || undefined })} />
      <Select label="Producer" value={search.producer ?? ""} choices={[["", "any"], ...producers(activity?.producers.map((one) => one.name) ?? [], search.producer)]} onChange={(producer) => change({ producer: producer || undefined })} />
      <FilterField label="Job" placeholder="Job, by its name" value={search.entity ?? ""} onChange={(entity) => change({ entity: entity || undefined })} />
      {isFilteredBy(search) && <Button variant="link" onClick={() => change({ kind: undefined, producer: undefined, entity: undefined, from: undefined, to: undefined })}>Clear</Button>}
      <span className="ml-auto">{activity && <Activity activity={activity} />}</span>
    </div>
  );
}

function producers(known: readonly string[], chosen: string | undefined): (readonly [string, string])[] {
  const all = new Set([...known, ...(chosen ? [chosen] : [])].filter(Boolean));
  return [...all].map((name) => [name, shortProducer(name)] as const);
}
