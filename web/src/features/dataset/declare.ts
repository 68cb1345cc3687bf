import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { EdgeRequest } from "@/api/schema";
import { tell } from "@/lib/toasts";

/** One edge as people say it; a column on either end only together with one on the other. */
export interface EdgeDraft {
  readonly source: string;
  readonly target: string;
  readonly sourceColumn: string | null;
  readonly targetColumn: string | null;
  readonly transformation: string | null;
}

function bodyOf(edge: EdgeDraft, removed: boolean): EdgeRequest {
  return { source_asset: edge.source, target_asset: edge.target, source_column: edge.sourceColumn, target_column: edge.targetColumn, transformation: edge.transformation, removed } as EdgeRequest;
}

/** Declare an edge, or take back one that was declared: an event, which can be undone by the opposite one. */
export function useDeclare() {
  const client = useQueryClient();
  const send = async (edge: EdgeDraft, removed: boolean): Promise<void> => {
    const { position } = await unwrap(api.POST("/api/v1/assets/lineage", { body: bodyOf(edge, removed) }));
    // Asked once until the event is read; what pages show is then asked anew.
    void api.GET("/api/v1/graph/upstream", { params: { query: { asset: edge.target, depth: 1, limit: 1, min_position: position } } }).then(() => client.invalidateQueries({ queryKey: ["walk"] }));
  };
  return useMutation({
    mutationFn: ({ edge, removed }: { edge: EdgeDraft; removed: boolean }) => send(edge, removed),
    onSuccess: (_, { edge, removed }) =>
      tell({ text: removed ? "Edge taken back" : "Edge declared", note: "by you, as an event", undo: () => void send(edge, !removed).catch((error: Error) => tell({ text: "Nothing was undone.", note: error.message, isBad: true })) }),
    onError: (error) => tell({ text: "Saved nothing.", note: error.message, isBad: true }),
  });
}
