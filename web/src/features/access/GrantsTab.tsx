import { useInfiniteQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { type ReactNode, useMemo, useState } from "react";
import { accessGrants } from "@/api/admin";
import type { AccessGrant } from "@/api/schema";
import { PagedTable } from "@/components/PagedTable";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { Confirm } from "./Confirm";
import { useTakeBack } from "./acts";
import { holding } from "./expiry";

function columnsOf(take: (grant: AccessGrant) => void): readonly ColumnDef<AccessGrant>[] {
  return [
    { id: "team", header: "Team", cell: ({ row: { original } }) => <span className="font-medium">{original.team}</span> },
    { id: "asset", header: "May see", meta: { className: "w-full max-w-0" }, cell: ({ row: { original } }) => <span className="block truncate font-mono text-11" title={original.asset}>{original.asset}</span> },
    { id: "granted", header: "Granted", cell: ({ row: { original } }) => <><Time at={original.granted_at} now={new Date()} />{original.granted_by && <span className="text-ink-3"> by {original.granted_by}</span>}</> },
    { id: "until", header: "Ends", cell: ({ row: { original } }) => <Time at={original.expires_at} now={new Date()} /> },
    { id: "state", header: "State", cell: ({ row: { original } }) => <span className={holding(original, new Date()) === "active" ? "" : "text-ink-3"}>{holding(original, new Date()) === "revoked" ? "taken back" : holding(original, new Date())}</span> },
    { id: "act", header: () => <span className="sr-only">Actions</span>, cell: ({ row: { original } }) => holding(original, new Date()) === "active" && <Button variant="ghost" className="h-6 text-12" aria-label={`Take back ${original.asset} from ${original.team}`} onClick={() => take(original)}>Take back</Button> },
  ];
}

/** What teams may see beyond their own. */
export function GrantsTab(): ReactNode {
  const list = useInfiniteQuery(accessGrants());
  const take = useTakeBack();
  const [chosen, setChosen] = useState<AccessGrant | null>(null);
  const columns = useMemo(() => columnsOf(setChosen), []);
  return (
    <>
      <PagedTable label="Given access" query={list} columns={columns} keyOf={(row) => String(row.id)} failed="What was given could not be loaded." empty="No team was given anything beyond its own. A request that is granted stands here." />
      {chosen && <Confirm title={`Take ${chosen.asset} back from ${chosen.team}`} says="Its members stop seeing it at once. It can be granted again." act="Take back" error={take.error} isBusy={take.isPending} confirm={() => take.mutate(chosen, { onSuccess: () => setChosen(null) })} close={() => { take.reset(); setChosen(null); }} />}
    </>
  );
}
