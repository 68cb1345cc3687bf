import { useInfiniteQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import type { AccessScope, KeyCreated } from "@/api/schema";
import { teamList } from "@/api/teams";
import { Failure } from "@/components/Panel";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useCreateKey } from "./acts";
import { type Expiry, expiresAt } from "./expiry";
import { CheckList, ExpiryField, FIELD } from "./fields";

const SCOPES: readonly { value: AccessScope; text: string; note: string }[] = [
  { value: "read", text: "read", note: "ask questions" },
  { value: "ingest", text: "ingest", note: "send events" },
  { value: "simulate", text: "simulate", note: "simulate changes" },
  { value: "manage", text: "manage", note: "change catalog, settings, incidents" },
  { value: "admin", text: "admin", note: "everything, and keys" },
];

/** A key is made in two steps: what it may do, then the secret, once. */
export function NewKey({ close }: { close: () => void }): ReactNode {
  const create = useCreateKey();
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent title="New API key" className="grid gap-3 p-4">
        {create.data ? <Secret made={create.data} close={close} /> : <Form create={create} close={close} />}
      </DialogContent>
    </Dialog>
  );
}

function Form({ create, close }: { create: ReturnType<typeof useCreateKey>; close: () => void }): ReactNode {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(["read"]));
  const [teams, setTeams] = useState<ReadonlySet<string>>(new Set());
  const [expiry, setExpiry] = useState<Expiry>("90");
  const known = useInfiniteQuery(teamList()).data?.pages.flatMap((page) => page.items) ?? [];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate({ name: name.trim(), scopes: SCOPES.map(({ value }) => value).filter((one) => scopes.has(one)), teams: teams.size ? [...teams] : null, expires_at: expiresAt(expiry, new Date()) });
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <h2 className="text-15 font-semibold">New API key</h2>
      <label className="block text-12 text-ink-3">Name, as it stands in the audit log<input autoFocus required maxLength={200} value={name} onChange={(event) => setName(event.target.value)} placeholder="airflow production" className={FIELD} /></label>
      <CheckList legend="It may" choices={SCOPES} chosen={scopes} onChange={setScopes} />
      <CheckList legend="Whose data its holder sees; everybody's if none is chosen" choices={known.map((team) => ({ value: team.name, text: team.display_name }))} chosen={teams} onChange={setTeams} />
      <ExpiryField value={expiry} onChange={setExpiry} />
      {create.isError && <Failure title="No key was made." error={create.error} />}
      <div className="flex justify-end gap-2"><Button onClick={close}>Cancel</Button><Button variant="primary" type="submit" disabled={create.isPending || name.trim() === "" || scopes.size === 0}>Create key</Button></div>
    </form>
  );
}

function Secret({ made, close }: { made: KeyCreated; close: () => void }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <h2 className="text-15 font-semibold">{made.key.name} was made</h2>
      <p className="text-ink-2">This is the only time it is shown. Headwater keeps a hash of it, so that it can't be read again; a lost key is revoked and made anew.</p>
      <div className="flex items-center gap-2 rounded-md border border-line-2 bg-sunken px-2 py-1.5">
        <code aria-label="The key" className="min-w-0 flex-1 font-mono text-12 break-all select-all">{made.token}</code>
        <Button onClick={() => void navigator.clipboard.writeText(made.token).then(() => setCopied(true))}><Copy aria-hidden />{isCopied ? "Copied" : "Copy"}</Button>
      </div>
      <div className="flex justify-end"><Button variant="primary" onClick={close}>Done</Button></div>
    </>
  );
}
