import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { asset } from "@/api/questions";
import type { Asset, AssetRequest } from "@/api/schema";
import { tell } from "@/lib/toasts";

export type AssetChange = Partial<Pick<AssetRequest, "owner" | "tier" | "description" | "tags" | "columns">>;

/** What would set the changed fields back; an empty text or list takes back what was declared. */
export function formerOf(known: Asset, change: AssetChange): AssetChange {
  const former = { owner: known.owner ?? "", tier: known.tier ?? "", description: known.description ?? "", tags: [...known.tags] };
  return Object.fromEntries(Object.entries(former).filter(([key]) => key in change));
}

/** What the page shows until the pipeline has read the event. */
export function withChange(known: Asset, change: AssetChange): Asset {
  const owners = change.owner ? [change.owner, ...known.owners.filter((one) => one !== change.owner && one !== known.owner)] : known.owners;
  const changed = new Map(change.columns?.map((column) => [column.name, column]));
  return {
    ...known,
    owners,
    owner: change.owner ?? known.owner,
    tier: change.tier ?? known.tier,
    description: change.description ?? known.description,
    tags: change.tags ?? known.tags,
    columns: known.columns.map((column) => {
      const next = changed.get(column.name);
      return next ? { ...column, is_pii: next.is_pii ?? column.is_pii, classification: next.classification ?? column.classification } : column;
    }),
  };
}

interface Edit {
  readonly change: AssetChange;
  readonly words: string;
  /** How to undo it, where the fields alone do not tell. */
  readonly former?: AssetChange;
}

/** A change is an event: durable at once, shown at once, and read by the pipeline a moment later. */
export function useEditAsset(namespace: string, name: string, known: Asset | undefined) {
  const client = useQueryClient();
  const key = asset(`${namespace}/${name}`).queryKey;
  const send = async (change: AssetChange, base: Asset): Promise<void> => {
    const body = { type: base.type, namespace, name, ...change } as AssetRequest;
    const written = await unwrap(api.POST("/api/v1/assets", { body }));
    client.setQueryData(key, withChange(base, change));
    // The answer that has read the event; if the pipeline is behind, what was sent stays in sight.
    void unwrap(api.GET("/api/v1/assets/{name}", { params: { path: { name: `${namespace}/${name}` }, query: { min_position: written.position } } }))
      .then((fresh) => {
        client.setQueryData(key, fresh);
        void client.invalidateQueries({ queryKey: ["dataset", `${namespace}/${name}`] });
      })
      .catch(() => tell({ text: "Saved, and not read yet.", note: "The pipeline is behind; it follows by itself." }));
  };
  return useMutation({
    mutationFn: ({ change }: Edit) => (known ? send(change, known) : Promise.reject(new Error("It is still loading."))),
    onSuccess: (_, { change, words, former }) => {
      if (!known) return;
      const back = former ?? formerOf(known, change);
      tell({ text: words, note: "by you, as an event", undo: () => void send(back, withChange(known, change)).catch((error: Error) => tell({ text: "Nothing was undone.", note: error.message, isBad: true })) });
    },
    onError: (error) => tell({ text: "Saved nothing.", note: error.message, isBad: true }),
  });
}
