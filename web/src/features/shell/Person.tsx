import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { api, unwrap } from "@/api/client";
import { session } from "@/api/questions";
import { Button } from "@/components/ui/button";

/** Who is signed in, and the way out; nothing on a server that needs no key. */
export function Person(): ReactNode {
  const { data } = useQuery(session());
  const queries = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/v1/session")),
    onSuccess: () => queries.resetQueries(),
  });
  if (!data?.name) return null;
  return (
    <Button onClick={() => signOut.mutate()} aria-label={`Signed in as ${data.name}. Sign out`} title={`${data.name}: ${data.scopes.join(", ")}`}>
      <span className="max-w-32 truncate font-normal">{data.name}</span>
      <LogOut />
    </Button>
  );
}
