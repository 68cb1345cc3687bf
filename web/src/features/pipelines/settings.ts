import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { PipelineSettings, PipelineSettingsRequest } from "@/api/schema";
import { tell } from "@/lib/toasts";

/** What would bring a setting back to how it was. */
export function undoOf(before: PipelineSettings, change: Partial<PipelineSettingsRequest>): Partial<PipelineSettingsRequest> {
  const former: Partial<PipelineSettingsRequest> = {
    active: before.active,
    muted: before.muted,
    late_after: before.late_after ? `${before.late_after.number} ${before.late_after.unit}` : "none",
    too_long_seconds: before.too_long_seconds ?? 0,
  };
  return Object.fromEntries(Object.entries(former).filter(([key]) => key in change));
}

/** What was done, in words. */
export function wordsOf(name: string, change: Partial<PipelineSettingsRequest>): string {
  if (change.muted !== undefined) return `${name} ${change.muted ? "muted" : "unmuted"}`;
  if (change.active !== undefined) return `${name} ${change.active ? "active" : "not active"}`;
  if (change.late_after !== undefined) return `${name} ${change.late_after === "none" ? "late by its rhythm" : `late after ${change.late_after}`}`;
  return `${name} ${change.too_long_seconds ? `too long after ${change.too_long_seconds} s` : "too long by its history"}`;
}

/** Saved at once; for some seconds it can be undone. */
export function useSettings(namespace: string, name: string) {
  const client = useQueryClient();
  const send = async (change: Partial<PipelineSettingsRequest>): Promise<void> => {
    await unwrap(api.POST("/api/v1/pipelines/{name}/settings", { params: { path: { name: `${namespace}/${name}` } }, body: change as PipelineSettingsRequest }));
    await client.invalidateQueries({ queryKey: ["pipelines"] });
  };
  return useMutation({
    mutationFn: ({ change }: { change: Partial<PipelineSettingsRequest>; before: PipelineSettings }) => send(change),
    onSuccess: (_, { change, before }) => {
      const undo = (): void => void send(undoOf(before, change)).catch((error: Error) => tell({ text: "Nothing was undone.", note: error.message, isBad: true }));
      tell({ text: wordsOf(name, change), note: change.muted ? "by you, until you unmute" : "by you", undo });
    },
    onError: (error) => tell({ text: "Saved nothing.", note: error.message, isBad: true }),
  });
}
