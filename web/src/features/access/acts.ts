/** What admins do here; every list is asked anew after it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { AccessAsked, AccessDecided, KeyRequest } from "@/api/schema";
import { tell } from "@/lib/toasts";

function useAct<Asked, Answer>(ask: (asked: Asked) => Promise<Answer>, done?: (asked: Asked) => string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ask,
    onSuccess: async (_, asked) => {
      if (done) tell({ text: done(asked) });
      await client.invalidateQueries({ queryKey: ["access"] });
    },
  });
}

export const useCreateKey = () => useAct((body: KeyRequest) => unwrap(api.POST("/api/v1/keys", { body })));

export const useRevokeKey = () => useAct((key: { id: string; name: string }) => unwrap(api.DELETE("/api/v1/keys/{key_id}", { params: { path: { key_id: key.id } } })), (key) => `${key.name} is revoked`);

export const useRequestAccess = () => useAct((body: AccessAsked) => unwrap(api.POST("/api/v1/access/requests", { body })), () => "Asked for access");

interface Decision {
  readonly id: number;
  readonly isGranted: boolean;
  readonly body: AccessDecided;
}

export const useDecide = () =>
  useAct(
    ({ id, isGranted, body }: Decision) => unwrap(api.POST(isGranted ? "/api/v1/access/requests/{number}/grant" : "/api/v1/access/requests/{number}/refuse", { params: { path: { number: id } }, body })),
    ({ isGranted }) => (isGranted ? "Access granted" : "Request refused"),
  );

export const useTakeBack = () => useAct((grant: { id: number }) => unwrap(api.DELETE("/api/v1/access/grants/{number}", { params: { path: { number: grant.id } } })), () => "Access taken back");
