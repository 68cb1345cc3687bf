import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { DataTable } from "@/components/DataTable";
import { FilterField } from "@/components/FilterField";
import { Boundary, Empty, Failure, SkeletonRows } from "@/components/Panel";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { toCsv } from "@/lib/csv";
import { formatCount } from "@/lib/format";
import { saveFile } from "@/lib/save";
import { BulkBar } from "./BulkBar";
import { catalogColumns } from "./catalogColumns";
import { assetList } from "./questions";
import { type CatalogSearch, TYPES } from "./search";

/** Every dataset, filtered; one or many can be given an owner, a tier and tags. */
export function CatalogPage({ search }: { search: CatalogSearch }): ReactNode {
  const navigate = useNavigate();
  const list = useInfiniteQuery(assetList(search));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const change = useCallback((next: Partial<CatalogSearch>): void => void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ ...before, ...next }) as CatalogSearch }), [navigate]);
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const toggle = useCallback((ids: readonly string[], isOn: boolean): void => setChosen((before) => new Set(isOn ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id)))), []);
  const columns = useMemo(() => catalogColumns(rows, chosen, toggle), [rows, chosen, toggle]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = useCallback(() => void (hasNextPage && !isFetchingNextPage && fetchNextPage()), [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const isFiltered = Object.keys(search).length > 0;
  const csv = (): void => saveFile("datasets.csv", new Blob([toCsv(["namespace", "name", "type", "tier", "owners", "tags", "description"], rows.map((row) => [row.namespace, row.name, row.type, row.tier, row.owners.join(" "), row.tags.join(" "), row.description]))], { type: "text/csv" }));
  return (
    <div className="flex h-full flex-col">
      <h1 className="sr-only">Datasets</h1>
      <div className="flex min-h-12 flex-wrap items-center gap-2 border-b border-line bg-surface px-5 py-2">
        <FilterField label="Name or description" value={search.q ?? ""} onChange={(q) => change({ q: q || undefined })} className="w-56" />
        <Select label="Type" value={search.type ?? ""} choices={[["", "any"], ...TYPES.map((type) => [type, type] as const)]} onChange={(type) => change({ type: TYPES.find((one) => one === type) })} />
        <FilterField label="Owner" value={search.owner ?? ""} onChange={(owner) => change({ owner: owner || undefined })} className="w-40" />
        <FilterField label="Tier" value={search.tier ?? ""} onChange={(tier) => change({ tier: tier || undefined })} className="w-24" />
        <FilterField label="Tag" value={search.tag ?? ""} onChange={(tag) => change({ tag: tag || undefined })} className="w-36" />
        <Button className="ml-auto" disabled={rows.length === 0} onClick={csv}>CSV</Button>
      </div>
      {chosen.size > 0 && <BulkBar chosen={rows.filter((row) => chosen.has(row.id))} clear={() => setChosen(new Set())} />}
      {list.isError && <Failure title="Datasets could not be loaded." error={list.error} retry={() => void list.refetch()} />}
      <Boundary what="The list of datasets">
        {!pages && !list.isError && <div role="status" aria-label="loading" className="bg-surface"><SkeletonRows rows={16} /></div>}
        {pages && rows.length === 0 && <Empty>{isFiltered ? "No dataset fits the filter." : "No dataset is known yet. They appear with the first event that names one."}</Empty>}
        {rows.length > 0 && (
          <DataTable
            label="Datasets" columns={columns} rows={rows} keyOf={(row) => row.id} onEnd={more}
            open={({ namespace, name }) => void navigate({ to: "/datasets/$namespace/$name", params: { namespace, name } })}
            foot={<p className="px-5 py-2 text-12 text-ink-3">{formatCount(rows.length)} of {formatCount(pages?.[0]?.total ?? 0)} shown, by name</p>}
          />
        )}
      </Boundary>
    </div>
  );
}
