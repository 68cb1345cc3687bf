import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { AssetRequest, AssetEntry, CatalogRequest } from "@/api/schema";
import { type BulkChange, changesOf } from "@/lib/bulkEdit";
import { plural } from "@/lib/format";
import { tell } from "@/lib/toasts";
import type { CatalogSearch } from "./search";

export const assetList = ({ q, ...search }: CatalogSearch) =>
  infiniteQueryOptions({
    queryKey: ["assets", q, search],
    queryFn: ({ signal, pageParam }) => unwrap(api.GET("/api/v1/assets", { params: { query: { search: q, ...search, pipelines: false, limit: 100, cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

/** The same change to many datasets in one request, so that all of it is taken or nothing; one more request undoes it. */
export function useBulkEdit(done: () => void) {
  const client = useQueryClient();
  const send = async (assets: readonly object[]): Promise<void> => {
    const { position } = await unwrap(api.POST("/api/v1/assets/import", { body: { assets: assets as AssetRequest[], lineage: [] } as CatalogRequest }));
    // Answered once the pipeline has read it; the lists are then asked anew.
    void api.GET("/api/v1/assets", { params: { query: { limit: 1, min_position: position } } }).then(() => Promise.all([client.invalidateQueries({ queryKey: ["assets"] }), client.invalidateQueries({ queryKey: ["asset"] })]));
  };
  return useMutation({
    mutationFn: ({ chosen, change }: { chosen: readonly AssetEntry[]; change: BulkChange }) => send(changesOf(chosen, change).changed),
    onSuccess: (_, { chosen, change }) => {
      const undo = (): void => void send(changesOf(chosen, change).former).catch((error: Error) => tell({ text: "Nothing was undone.", note: error.message, isBad: true }));
      tell({ text: `${plural(chosen.length, "dataset")} changed`, note: "by you, as events", undo });
      done();
    },
    onError: (error) => tell({ text: "Saved nothing.", note: error.message, isBad: true }),
  });
}
