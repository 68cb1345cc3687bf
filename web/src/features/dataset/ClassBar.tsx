import { type ReactNode, useState } from "react";
import type { Asset } from "@/api/schema";
import { Button } from "@/components/ui/button";
import { plural } from "@/lib/format";
import { CLASSES, columnRequests } from "@/lib/labels";
import { type AssetChange, useEditAsset } from "./edit";

interface Props {
  readonly namespace: string;
  readonly name: string;
  readonly known: Asset;
  readonly chosen: ReadonlySet<string>;
  readonly clear: () => void;
}

/** The class of all columns that are chosen, at once. */
export function ClassBar({ namespace, name, known, chosen, clear }: Props): ReactNode {
  const edit = useEditAsset(namespace, name, known);
  const first = known.columns.find((column) => chosen.has(column.name));
  const [level, setLevel] = useState(first?.classification ?? "internal");
  const [isPii, setPii] = useState(first?.is_pii ?? false);
  const save = (): void => {
    const change = { columns: columnRequests(known.columns, chosen, { classification: level, is_pii: isPii }) } as AssetChange;
    const former = { columns: columnRequests(known.columns, chosen, {}) } as AssetChange;
    edit.mutate({ change, former, words: `${plural(chosen.size, "column")} ${level}${isPii ? ", personal data" : ""}` });
    clear();
  };
  return (
    <div role="group" aria-label="Change the chosen columns" className="flex h-10 items-center gap-3 border-b border-line bg-accent-bg px-3 text-12">
      <b className="font-semibold">{plural(chosen.size, "column")} chosen</b>
      <label className="flex items-center gap-1.5">Class
        <select value={level} onChange={(event) => setLevel(event.target.value)} className="h-7 rounded-md border border-ctl bg-surface px-1">{CLASSES.map((one) => <option key={one}>{one}</option>)}</select>
      </label>
      <label className="flex items-center gap-1.5"><input type="checkbox" checked={isPii} onChange={(event) => setPii(event.target.checked)} className="accent-(--accent)" />personal data</label>
      <span className="ml-auto flex gap-2"><Button onClick={clear}>Cancel</Button><Button variant="primary" onClick={save}>Save</Button></span>
    </div>
  );
}
