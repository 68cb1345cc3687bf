import type { ReactNode } from "react";
import { FilterField } from "@/components/FilterField";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { QueryTabs } from "./QueryTabs";
import { type QueriesSearch, ROLES } from "./search";

interface Props {
  readonly search: QueriesSearch;
  readonly change: (next: Partial<QueriesSearch>) => void;
}

export function isFilteredBy(search: QueriesSearch): boolean {
  return [search.dataset, search.user, search.q, search.since, search.kind].some((one) => one !== undefined);
}

/** Which queries are listed: by what they read, in which role, and who asks. */
export function QueriesToolbar({ search, change }: Props): ReactNode {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 border-b border-line bg-surface px-5 py-2">
      <QueryTabs dataset={search.dataset} />
      <FilterField label="Dataset" placeholder="Dataset, by its name" value={search.dataset ?? ""} onChange={(dataset) => change({ dataset: dataset || undefined, ...(dataset ? {} : { column: undefined, role: undefined }) })} className="w-56" />
      {search.dataset && <FilterField label="Column" value={search.column ?? ""} onChange={(column) => change({ column: column || undefined })} className="w-36" />}
      {search.dataset && <Select label="Role" value={search.role ?? ""} choices={[["", "any"], ...ROLES.map((role) => [role, role] as const)]} onChange={(role) => change({ role: role || undefined })} />}
      <FilterField label="Person" value={search.user ?? ""} onChange={(user) => change({ user: user || undefined })} className="w-36" />
      <FilterField label="In the text" value={search.q ?? ""} onChange={(q) => change({ q: q || undefined })} className="w-40" />
      <Select label="Run by" value={search.kind ?? ""} choices={[["", "people"], ["job_text", "jobs alone"], ["all", "anyone"]]} onChange={(kind) => change({ kind: kind || undefined })} />
      {isFilteredBy(search) && <Button variant="link" onClick={() => change({ dataset: undefined, column: undefined, role: undefined, user: undefined, q: undefined, since: undefined, kind: undefined })}>Clear</Button>}
    </div>
  );
}
