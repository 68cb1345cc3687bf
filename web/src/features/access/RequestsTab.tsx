import { useInfiniteQuery } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { type ReactNode, useMemo, useState } from "react";
import { accessRequests } from "@/api/admin";
import type { AccessRequest } from "@/api/schema";
import { PagedTable } from "@/components/PagedTable";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { AskForAccess } from "./AskForAccess";
import { Confirm } from "./Confirm";
import { useDecide } from "./acts";
import { type Expiry, expiresAt } from "./expiry";
import { ExpiryField, FIELD } from "./fields";

interface Choice {
  readonly request: AccessRequest;
  readonly isGranted: boolean;
}

function columnsOf(decide: (choice: Choice) => void): readonly ColumnDef<AccessRequest>[] {
  return [
    { id: "team", header: "Team", cell: ({ row: { original } }) => <span className="font-medium">{original.team}</span> },
    { id: "asset", header: "Asks for", cell: ({ row: { original } }) => <span className="block max-w-80 truncate font-mono text-11" title={original.asset}>{original.asset}{!original.known && <span className="font-sans text-ink-3">, not known</span>}</span> },
    { id: "reason", header: "Because", meta: { className: "w-full max-w-0" }, cell: ({ row: { original } }) => <span className="block truncate text-ink-2" title={original.reason}>{original.reason}</span> },
    { id: "asked", header: "Asked", cell: ({ row: { original } }) => <><Time at={original.asked_at} now={new Date()} />{original.asked_by && <span className="text-ink-3"> by {original.asked_by}</span>}</> },
    { id: "until", header: "Until", cell: ({ row: { original } }) => original.expires_at ? <Time at={original.expires_at} now={new Date()} /> : <span className="text-ink-3">as long as possible</span> },
    { id: "state", header: "State", cell: ({ row: { original } }) => <span title={original.comment ?? undefined}>{original.state}{original.decided_by && <span className="text-ink-3"> by {original.decided_by}</span>}</span> },
    { id: "act", header: () => <span className="sr-only">Actions</span>, cell: ({ row: { original } }) => original.state === "open" && (
      <span className="flex gap-1">
        <Button variant="ghost" className="h-6 text-12" aria-label={`Grant ${original.team} access to ${original.asset}`} onClick={() => decide({ request: original, isGranted: true })}>Grant</Button>
        <Button variant="ghost" className="h-6 text-12" aria-label={`Refuse ${original.team} access to ${original.asset}`} onClick={() => decide({ request: original, isGranted: false })}>Refuse</Button>
      </span>
    ) },
  ];
}

/** Who wants to see what, and what was decided. */
export function RequestsTab({ isAll, showAll }: { isAll: boolean; showAll: (isAll: boolean) => void }): ReactNode {
  const list = useInfiniteQuery(accessRequests(isAll ? undefined : "open"));
  const [choice, setChoice] = useState<Choice | null>(null);
  const [isAsking, setAsking] = useState(false);
  const columns = useMemo(() => columnsOf(setChoice), []);
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line bg-surface px-5">
        <ToggleGroup label="Requests" value={isAll ? "all" : "open"} onChange={(which) => showAll(which === "all")} choices={[{ value: "open", label: "Open" }, { value: "all", label: "All" }]} />
        <Button className="ml-auto" onClick={() => setAsking(true)}>Ask for access</Button>
      </div>
      <PagedTable label="Requests" query={list} columns={columns} keyOf={(row) => String(row.id)} failed="Requests could not be loaded." empty={isAll ? "Nobody has asked for access yet." : "No request is open."} />
      {choice && <Decide choice={choice} close={() => setChoice(null)} />}
      {isAsking && <AskForAccess close={() => setAsking(false)} />}
    </>
  );
}

function Decide({ choice: { request, isGranted }, close }: { choice: Choice; close: () => void }): ReactNode {
  const decide = useDecide();
  const [comment, setComment] = useState("");
  const [expiry, setExpiry] = useState<Expiry>("");
  const says = isGranted ? `Its members see it from now on. Asked because: ${request.reason}` : "They are told, with what you write here.";
  const confirm = (): void => decide.mutate({ id: request.id, isGranted, body: { comment: comment.trim() || null, expires_at: isGranted ? expiresAt(expiry, new Date()) : null } }, { onSuccess: close });
  return (
    <Confirm title={`${isGranted ? "Grant" : "Refuse"} ${request.team} access to ${request.asset}`} says={says} act={isGranted ? "Grant" : "Refuse"} error={decide.error} isBusy={decide.isPending} confirm={confirm} close={close}>
      <label className="block text-12 text-ink-3">Comment<input value={comment} maxLength={1000} onChange={(event) => setComment(event.target.value)} className={FIELD} /></label>
      {isGranted && <ExpiryField label="Ends" value={expiry} onChange={setExpiry} />}
      {isGranted && expiry === "" && <p className="text-12 text-ink-3">{request.expires_at ? <>It ends when asked for: <Time at={request.expires_at} />.</> : "It holds until somebody takes it back."}</p>}
    </Confirm>
  );
}
