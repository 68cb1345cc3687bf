import { Pencil } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import type { Asset } from "@/api/schema";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { readTags } from "@/lib/labels";
import { type AssetChange, useEditAsset } from "./edit";

const FIELD = "h-7 w-full rounded-md border border-ctl bg-surface px-2 outline-none focus:border-accent";

/** Owner, tier, tags and description, said by people: what producers send later does not undo it. */
export function EditDataset({ namespace, name, known }: { namespace: string; name: string; known: Asset | undefined }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild><Button disabled={!known}><Pencil aria-hidden />Edit</Button></PopoverTrigger>
      <PopoverContent label="Edit what people say of it" align="end" className="w-96 p-3">
        {known && <Form namespace={namespace} name={name} known={known} close={() => setOpen(false)} />}
      </PopoverContent>
    </Popover>
  );
}

function Form({ namespace, name, known, close }: { namespace: string; name: string; known: Asset; close: () => void }): ReactNode {
  const edit = useEditAsset(namespace, name, known);
  const [owner, setOwner] = useState(known.owner ?? known.owners[0] ?? "");
  const [tier, setTier] = useState(known.tier ?? "");
  const [tags, setTags] = useState(known.tags.join(", "));
  const [description, setDescription] = useState(known.description ?? "");
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const change = changed(known, { owner: owner.trim(), tier: tier.trim(), description: description.trim(), tags: [...readTags(tags)] });
    const parts = Object.keys(change);
    if (parts.length > 0) edit.mutate({ change, words: `${parts.join(", ")} of ${name} changed` });
    close();
  };
  return (
    <form onSubmit={save} className="grid gap-2 text-12">
      <label className="grid grid-cols-[84px_1fr] items-center gap-2"><span className="text-ink-3">Owner</span><input value={owner} onChange={(event) => setOwner(event.target.value)} placeholder="user:sam.lead" className={FIELD} /></label>
      <label className="grid grid-cols-[84px_1fr] items-center gap-2"><span className="text-ink-3">Tier</span><input value={tier} onChange={(event) => setTier(event.target.value)} placeholder="1" className={FIELD} /></label>
      <label className="grid grid-cols-[84px_1fr] items-center gap-2"><span className="text-ink-3">Tags</span><input value={tags} onChange={(event) => setTags(event.target.value)} placeholder="gold, nightly" className={FIELD} /></label>
      <label className="grid grid-cols-[84px_1fr] items-start gap-2"><span className="pt-1 text-ink-3">Description</span><textarea value={description} onChange={(event) => setDescription(event.target.value)} rows={3} className={`${FIELD} h-auto py-1`} /></label>
      <p className="text-11 text-ink-3">Kept as an event: what producers send later does not undo it.</p>
      <div className="flex justify-end gap-2"><Button onClick={close}>Cancel</Button><Button variant="primary" type="submit">Save</Button></div>
    </form>
  );
}

/** Only what differs is sent: the rest stays as producers say. */
function changed(known: Asset, next: { owner: string; tier: string; description: string; tags: string[] }): AssetChange {
  return {
    ...(next.owner !== (known.owner ?? known.owners[0] ?? "") ? { owner: next.owner } : {}),
    ...(next.tier !== (known.tier ?? "") ? { tier: next.tier } : {}),
    ...(next.description !== (known.description ?? "") ? { description: next.description } : {}),
    ...(next.tags.join() !== known.tags.join() ? { tags: next.tags } : {}),
  };
}
