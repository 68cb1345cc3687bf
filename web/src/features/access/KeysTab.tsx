import { useInfiniteQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { Plus } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { keyList } from "@/api/admin";
import type { KeyItem } from "@/api/schema";
import { PagedTable } from "@/components/PagedTable";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { Confirm } from "./Confirm";
import { NewKey } from "./NewKey";
import { useRevokeKey } from "./acts";
import { holding } from "./expiry";

function columnsOf(revoke: (key: KeyItem) => void): readonly ColumnDef<KeyItem>[] {
  return [
    { id: "name", header: "Key", cell: ({ row: { original } }) => <span className="block max-w-64 truncate font-medium" title={original.name}>{original.name}</span> },
    { id: "id", header: "Id", meta: { className: "max-[1100px]:hidden" }, cell: ({ row: { original } }) => <span className="font-mono text-11 text-ink-3">{original.id}</span> },
    { id: "scopes", header: "May", cell: ({ row: { original } }) => original.scopes.join(", ") },
    { id: "teams", header: "Sees", meta: { className: "w-full max-w-0" }, cell: ({ row: { original } }) => <span className="block truncate text-ink-2" title={original.teams?.join(", ")}>{original.teams?.join(", ") ?? "everybody's data"}</span> },
    { id: "made", header: "Made", cell: ({ row: { original } }) => <><Time at={original.created_at} now={new Date()} />{original.created_by && <span className="text-ink-3"> by {original.created_by}</span>}</> },
    { id: "used", header: "Last use", cell: ({ row: { original } }) => <Time at={original.last_used_at} now={new Date()} /> },
    { id: "expires", header: "Expires", cell: ({ row: { original } }) => <Time at={original.expires_at} now={new Date()} /> },
    { id: "state", header: "State", cell: ({ row: { original } }) => <span className={holding(original, new Date()) === "active" ? "" : "text-ink-3"}>{holding(original, new Date())}</span> },
    { id: "act", header: () => <span className="sr-only">Actions</span>, cell: ({ row: { original } }) => holding(original, new Date()) === "active" && <Button variant="ghost" className="h-6 text-12" aria-label={`Revoke ${original.name}`} onClick={() => revoke(original)}>Revoke</Button> },
  ];
}

/** Every key: what it may do, whose data it sees, and when it was last used. */
export function KeysTab(): ReactNode {
  const list = useInfiniteQuery(keyList());
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<KeyItem | null>(null);
  const revoke = useRevokeKey();
  const columns = useMemo(() => columnsOf(setRevoked), []);
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line bg-surface px-5"><p className="text-12 text-ink-3">A key is shown once, when it is made; only a hash is kept.</p><Button variant="primary" className="ml-auto" onClick={() => setMaking(true)}><Plus aria-hidden />New key</Button></div>
      <PagedTable label="API keys" query={list} columns={columns} keyOf={(row) => row.id} failed="Keys could not be loaded." empty="No key was made yet. On this machine alone none is needed; make one before others can reach this server." />
      {isMaking && <NewKey close={() => setMaking(false)} />}
      {revoked && <Confirm title={`Revoke ${revoked.name}`} says="Whoever uses it is refused from now on. This can't be undone." act="Revoke" error={revoke.error} isBusy={revoke.isPending} confirm={() => revoke.mutate(revoked, { onSuccess: () => setRevoked(null) })} close={() => { revoke.reset(); setRevoked(null); }} />}
    </>
  );
}
