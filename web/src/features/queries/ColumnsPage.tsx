import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { columnUsage } from "@/api/operations";
import { ranking } from "@/api/questions";
import type { ColumnUsage } from "@/api/schema";
import { FilterField } from "@/components/FilterField";
import { KindGlyph } from "@/components/KindGlyph";
import { Answer, Panel, SkeletonRows } from "@/components/Panel";
import { Button } from "@/components/ui/button";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { toCsv } from "@/lib/csv";
import { formatCount, plural } from "@/lib/format";
import { columnVerdict } from "@/lib/references";
import { saveFile } from "@/lib/save";
import { Matrix } from "./Matrix";
import { QueryTabs } from "./QueryTabs";
import { type ColumnsSearch, ROLES } from "./search";

/** The columns of a dataset by the roles in which queries use them; who reads this, and can it go? */
export function ColumnsPage({ search }: { search: ColumnsSearch }): ReactNode {
  const navigate = useNavigate();
  const found = useQuery({ ...columnUsage(search.dataset ?? ""), enabled: search.dataset !== undefined, placeholderData: undefined });
  const change = (next: Partial<ColumnsSearch>): void => void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ ...before, ...next }) as ColumnsSearch });
  return (
    <div>
      <h1 className="sr-only">Columns</h1>
      <div className="flex min-h-12 flex-wrap items-center gap-2 border-b border-line bg-surface px-5 py-2">
        <QueryTabs dataset={search.dataset} />
        <FilterField label="Dataset" placeholder="Dataset, by its name" value={search.dataset ?? ""} onChange={(dataset) => change({ dataset: dataset || undefined })} className="w-80" />
        {search.dataset && <ToggleGroup label="Which columns" value={search.unused ?? "all"} choices={[{ value: "all", label: `All${found.data ? ` ${found.data.columns.length}` : ""}` }, { value: "1", label: "Named by nobody" }]} onChange={(value) => change({ unused: value === "1" ? "1" : undefined })} />}
        {found.data && <Button className="ml-auto" onClick={() => save(found.data)}><Download aria-hidden />CSV</Button>}
      </div>
      <div className="mx-auto grid max-w-[1720px] gap-3 p-5">
        {search.dataset === undefined ? <Choose /> : (
          <Answer query={found} failed="The reference index could not be read." loading={<div className="rounded-lg border border-line bg-surface"><SkeletonRows rows={12} /></div>}>
            {(usage) => <><p className="text-15">{proofSentence(usage)}</p><Matrix usage={usage} onlyUnused={search.unused === "1"} /></>}
          </Answer>
        )}
      </div>
    </div>
  );
}

function proofSentence({ proof, columns, asset }: ColumnUsage): string {
  const missing = proof.queries - proof.analysed;
  const nobody = columns.filter((column) => columnVerdict({ queries: column.queries, jobs: column.jobs_total, lineage: column.lineage }, proof).word !== "used").length;
  const analysed = `${formatCount(proof.analysed)} of ${plural(proof.queries, "query", "queries")} analysed`;
  const gaps = [missing > 0 && `${missing} could not be analysed`, proof.unread > 0 && `${proof.unread} of which not even the tables are known`, proof.stars > 0 && `${proof.stars} read every column by *`].filter(Boolean).join(", ");
  const named = nobody === 0 ? `Every column of ${asset.name} is` : `${columns.length - nobody} of ${plural(columns.length, "column")} of ${asset.name} are`;
  return `${named} named by someone. ${analysed}${gaps ? `; ${gaps}` : ""}.`;
}

function save(usage: ColumnUsage): void {
  const rows = usage.columns.map((column) => {
    const verdict = columnVerdict({ queries: column.queries, jobs: column.jobs_total, lineage: column.lineage }, usage.proof);
    return [column.name, ...ROLES.map((role) => column.roles[role] ?? 0), column.users_total, column.jobs_total, column.last_used, verdict.word, verdict.why];
  });
  saveFile(`columns ${usage.asset.name}.csv`, new Blob([toCsv(["column", ...ROLES, "people", "jobs", "last_read", "verdict", "why"], rows)], { type: "text/csv" }));
}

function Choose(): ReactNode {
  const found = useQuery(ranking({ limit: 12 }));
  return (
    <Panel title="Choose a dataset" note="those whose change would reach the farthest">
      <Answer query={found} failed="The datasets could not be loaded." loading={<SkeletonRows rows={12} />}>
        {({ items }) => <ul>{items.map(({ dataset }) => <li key={dataset.id} className="border-b border-line last:border-b-0"><Link to="/columns" search={{ dataset: `${dataset.namespace}/${dataset.name}` }} className="flex h-[30px] items-center gap-2 px-3 text-12 hover:bg-sunken"><KindGlyph kind="dataset" />{dataset.name}<span className="ml-auto text-ink-3">{dataset.namespace}</span></Link></li>)}</ul>}
      </Answer>
    </Panel>
  );
}
