import { type FormEvent, type ReactNode, useState } from "react";
import type { AssetEntry } from "@/api/schema";
import { Button } from "@/components/ui/button";
import { changesOf } from "@/lib/bulkEdit";
import { plural } from "@/lib/format";
import { readTags } from "@/lib/labels";
import { useBulkEdit } from "./questions";

const FIELD = "h-7 rounded-md border border-ctl bg-surface px-2";

/** Owner, tier and tags of everything that is chosen; what is left empty stays as it is. */
export function BulkBar({ chosen, clear }: { chosen: readonly AssetEntry[]; clear: () => void }): ReactNode {
  const [owner, setOwner] = useState("");
  const [tier, setTier] = useState("");
  const [tags, setTags] = useState("");
  const edit = useBulkEdit(clear);
  const change = { ...(owner.trim() ? { owner: owner.trim() } : {}), ...(tier.trim() ? { tier: tier.trim() } : {}), ...(tags.trim() ? { tags: readTags(tags) } : {}) };
  const count = changesOf(chosen, change).changed.length;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (count > 0) edit.mutate({ chosen, change });
  };
  return (
    <form aria-label="Change the chosen datasets" onSubmit={save} className="flex flex-wrap items-center gap-3 border-b border-line bg-accent-bg px-5 py-1.5 text-12">
      <b className="font-semibold">{plural(chosen.length, "dataset")} chosen</b>
      <label className="flex items-center gap-1.5">Owner<input value={owner} onChange={(event) => setOwner(event.target.value)} placeholder="user:sam.lead" className={`${FIELD} w-40`} /></label>
      <label className="flex items-center gap-1.5">Tier<input value={tier} onChange={(event) => setTier(event.target.value)} className={`${FIELD} w-16`} /></label>
      <label className="flex items-center gap-1.5">Add tags<input value={tags} onChange={(event) => setTags(event.target.value)} placeholder="gold, nightly" className={`${FIELD} w-44`} /></label>
      <span className="ml-auto flex gap-2"><Button onClick={clear}>Cancel</Button><Button type="submit" variant="primary" disabled={count === 0 || edit.isPending}>{count === 0 ? "Save" : `Save ${count}`}</Button></span>
    </form>
  );
}
