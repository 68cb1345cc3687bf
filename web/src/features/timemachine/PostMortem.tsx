import { useMutation } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import type { ReactNode } from "react";
import { api, unwrap } from "@/api/client";
import type { Investigation } from "@/api/schema";
import { Button } from "@/components/ui/button";
import { entityParam } from "@/lib/entity";

/** The same as a document, in Markdown, to paste where the post-mortem is written. */
export function PostMortem({ found }: { found: Investigation }): ReactNode {
  const days = (Date.parse(found.at) - Date.parse(found.since)) / 86_400_000;
  const copy = useMutation({
    mutationFn: async () => {
      const made = await unwrap(api.GET("/api/v1/investigations/post-mortem", { params: { query: { asset: entityParam(found.node), at: found.at, lookback_days: days, model: found.model } } }));
      await navigator.clipboard.writeText(made.text);
    },
  });
  const Icon = copy.isSuccess ? Check : Copy;
  const word = copy.isPending ? "Writing it…" : copy.isSuccess ? "Copied as Markdown" : copy.isError ? "Could not be copied; try again" : "Copy as post-mortem";
  return <Button onClick={() => copy.mutate()} disabled={copy.isPending} title={copy.error?.message}><Icon aria-hidden />{word}</Button>;
}
