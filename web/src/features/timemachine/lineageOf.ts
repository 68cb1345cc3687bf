import type { InvestigatedCause, Investigation } from "@/api/schema";

/** Where the proof is seen in the lineage: from the cause, as of the alert, to what alerted; all that the incident says broke is marked. */
export function lineageOf(found: Investigation, cause: InvestigatedCause, incident?: number) {
  const { node, column } = cause.change;
  const search = { down: 0, up: 0, asOf: found.at, to: found.node.id === node.id ? undefined : found.node.id, overlay: incident === undefined ? undefined : `incident:${incident}`, ...(column ? { column, level: "column" as const } : {}) };
  return { to: "/lineage/$kind/$namespace/$name", params: { kind: node.kind, namespace: node.namespace, name: node.name }, search } as const;
}
