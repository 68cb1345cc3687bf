import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { session } from "@/api/questions";
import { Failure } from "@/components/Panel";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useRequestAccess } from "./acts";
import { type Expiry, expiresAt } from "./expiry";
import { ExpiryField, FIELD } from "./fields";

/** A team asks for what it may not see; an admin decides. */
export function AskForAccess({ close }: { close: () => void }): ReactNode {
  const ask = useRequestAccess();
  const own = useQuery(session()).data?.teams;
  const [asset, setAsset] = useState("");
  const [team, setTeam] = useState("");
  const [reason, setReason] = useState("");
  const [expiry, setExpiry] = useState<Expiry>("90");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    ask.mutate({ asset: asset.trim(), reason: reason.trim(), team: team.trim() || null, expires_at: expiresAt(expiry, new Date()) }, { onSuccess: close });
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent title="Ask for access" className="p-4">
        <form onSubmit={submit} className="grid gap-3">
          <h2 className="text-15 font-semibold">Ask for access</h2>
          <label className="block text-12 text-ink-3">Dataset or job, or the stand-in that a page shows<input autoFocus required maxLength={1000} value={asset} onChange={(event) => setAsset(event.target.value)} placeholder="finance.ledger" className={`${FIELD} font-mono`} /></label>
          <label className="block text-12 text-ink-3">Team that asks<input required={own?.length !== 1} maxLength={1000} value={team} onChange={(event) => setTeam(event.target.value)} placeholder={own?.length === 1 ? own[0] : "sales-data"} className={FIELD} /></label>
          <label className="block text-12 text-ink-3">Why<input required maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} placeholder="our report joins it" className={FIELD} /></label>
          <ExpiryField label="Needed until" value={expiry} onChange={setExpiry} />
          {ask.isError && <Failure title="Nothing was asked." error={ask.error} />}
          <div className="flex justify-end gap-2"><Button onClick={close}>Cancel</Button><Button variant="primary" type="submit" disabled={ask.isPending}>Ask</Button></div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
