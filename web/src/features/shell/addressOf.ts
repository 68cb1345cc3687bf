import type { SearchResult } from "@/api/schema";

/** The page of what was found. */
export function addressOf(result: SearchResult) {
  if (result.kind === "job") return { to: "/pipelines/$namespace/$name", params: { namespace: result.namespace ?? "", name: result.name } } as const;
  if (result.kind === "query") return { to: "/queries/$fingerprint", params: { fingerprint: result.name } } as const;
  if (result.kind === "owner") return { to: "/pipelines", search: { owner: result.name } } as const;
  const params = { kind: "dataset", namespace: result.namespace ?? "", name: result.name };
  return { to: "/lineage/$kind/$namespace/$name", params, search: result.field ? ({ column: result.field, level: "column" } as const) : {} } as const;
}
