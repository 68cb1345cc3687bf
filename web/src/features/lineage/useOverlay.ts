import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { personalColumns, personalFlows } from "@/api/personalData";
import { incident } from "@/api/questions";
import { type NodeId, asNodeId } from "@/lib/entity";
import type { LineageGraph } from "@/lib/lineageGraph";
import type { NodeFacts } from "./nodeFacts";
import { type EdgeLooks, NO_LOOKS, incidentOf, personalLooks, proofLooks, runLooks } from "./overlay";

/** What the address asks to be laid over the graph. */
export function useOverlay(overlay: string | undefined, graph: LineageGraph | null, facts: ReadonlyMap<NodeId, NodeFacts>, asOf: string | undefined): EdgeLooks {
  const id = incidentOf(overlay);
  const proof = useQuery({ ...incident(id ?? 0), enabled: id !== null }).data;
  const personal = useQuery({ ...personalFlows(asOf), enabled: overlay === "pii" }).data;
  return useMemo(() => {
    if (!graph) return NO_LOOKS;
    if (id !== null) return proof ? proofLooks(graph, proof.tree) : NO_LOOKS;
    if (overlay === "pii") return personal ? personalLooks(graph, personal.sources) : NO_LOOKS;
    return overlay === "runs" ? runLooks(graph, facts) : NO_LOOKS;
  }, [graph, facts, id, proof, personal, overlay]);
}

/** The columns of each dataset that hold personal data, declared or inherited. */
export function usePersonal(): ReadonlyMap<NodeId, ReadonlySet<string>> {
  const found = useQuery(personalColumns()).data;
  return useMemo(() => {
    const personal = new Map<NodeId, Set<string>>();
    for (const { column } of found?.items ?? []) {
      const id = asNodeId(`dataset:${column.namespace}/${column.name}`);
      personal.set(id, (personal.get(id) ?? new Set()).add(column.field ?? ""));
    }
    return personal;
  }, [found]);
}
