import type { ReactNode } from "react";
import { FilterField } from "@/components/FilterField";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { formatMilliseconds } from "@/lib/format";
import { STATUSES, type TracesSearch, isFilteredBy } from "./search";

interface Props {
  readonly search: TracesSearch;
  readonly change: (next: Partial<TracesSearch>) => void;
}

const LEAST = [100, 1_000, 10_000, 60_000, 600_000];

/** Which traces are listed: all of it has to hold for one span of theirs. */
export function TracesToolbar({ search, change }: Props): ReactNode {
  const least = [...new Set([...LEAST, ...(search.minMs === undefined ? [] : [search.minMs])])].sort((a, b) => a - b);
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 border-b border-line bg-surface px-5 py-2">
      <FilterField label="Service" placeholder="Service, by its name" value={search.service ?? ""} onChange={(service) => change({ service: service || undefined })} />
      <FilterField label="Job" placeholder="Job, by its name" value={search.job ?? ""} onChange={(job) => change({ job: job || undefined })} />
      <Select label="Status" value={search.status ?? ""} choices={[["", "any"], ...STATUSES.map((status) => [status, status] as const)]} onChange={(status) => change({ status: status || undefined })} />
      <Select label="A span took" value={String(search.minMs ?? "")} choices={[["", "any time"], ...least.map((ms) => [String(ms), `${formatMilliseconds(ms)} or more`] as const)]} onChange={(ms) => change({ minMs: ms ? Number(ms) : undefined })} />
      {isFilteredBy(search) && <Button variant="link" onClick={() => change({ service: undefined, job: undefined, status: undefined, minMs: undefined })}>Clear</Button>}
    </div>
  );
}
