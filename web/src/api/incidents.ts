import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { incident } from "@/api/questions";
import type { CauseCorrection, IncidentDetail } from "@/api/schema";

export type Act =
  | { readonly kind: "acknowledge" | "resolve" | "reopen" | "confirm"; readonly by: string; readonly text?: string }
  | { readonly kind: "assign"; readonly by: string; readonly to: string | null }
  | { readonly kind: "note"; readonly by: string; readonly text: string }
  | { readonly kind: "mute"; readonly by: string; readonly until: string | null }
  | { readonly kind: "correct"; readonly by: string; readonly correction: Pick<CauseCorrection, "why"> & Partial<CauseCorrection> };

function send(id: number, act: Act) {
  const params = { path: { incident_id: String(id) } };
  switch (act.kind) {
    case "assign": return api.POST("/api/v1/incidents/{incident_id}/assign", { params, body: { by: act.by, to: act.to, text: "" } });
    case "note": return api.POST("/api/v1/incidents/{incident_id}/notes", { params, body: { by: act.by, text: act.text } });
    case "mute": return api.POST("/api/v1/incidents/{incident_id}/mute", { params, body: { by: act.by, until: act.until, text: "" } });
    // What is left out has a default, which the types of the document do not tell.
    case "correct": return api.POST("/api/v1/incidents/{incident_id}/correct", { params, body: { by: act.by, ...act.correction } as CauseCorrection });
    default: return api.POST(`/api/v1/incidents/{incident_id}/${act.kind}`, { params, body: { by: act.by, text: act.text ?? "" } });
  }
}

/** Whatever people do to an incident. To acknowledge shows at once; a refusal takes it back. */
export function useAct(id: number) {
  const client = useQueryClient();
  const key = incident(id).queryKey;
  return useMutation({
    mutationFn: async (act: Act) => {
      await unwrap(send(id, act));
      return act;
    },
    onMutate: (act) => {
      const before = client.getQueryData(key);
      if (before && act.kind === "acknowledge") client.setQueryData(key, { ...before, state: "acknowledged", acknowledged_by: act.by, acknowledged_at: new Date().toISOString() } satisfies IncidentDetail);
      return { before };
    },
    onError: (_error, _act, kept) => {
      if (kept?.before) client.setQueryData(key, kept.before);
    },
    onSettled: async () => {
      await Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: ["incidents"] })]);
    },
  });
}
