/** What is laid over the graph, as a colour of its edges; pure. */
import type { ColumnFlow, FlowSource, IncidentTreeRow } from "@/api/schema";
import { type NodeId, asNodeId } from "@/lib/entity";
import type { GraphEdge, LineageGraph } from "@/lib/lineageGraph";
import { type NodeFacts, hasFailed } from "./nodeFacts";

/** Over a plain edge: on the way of a proof, personal data in the clear, or what the last run of its job did. */
export type OverlayLook = "proof" | "personal" | "failed" | "late" | "running";
export type EdgeLooks = ReadonlyMap<string, OverlayLook>;

export const NO_LOOKS: EdgeLooks = new Map();

/** What broke, or was looked at to find out why; what is only at risk is no proof of anything. */
const PROVING: readonly IncidentTreeRow["role"][] = ["cause", "table", "test", "alert"];

/** The number of an incident that is laid over. */
export function incidentOf(overlay: string | undefined): number | null {
  const [, id] = /^incident:(\d+)$/.exec(overlay ?? "") ?? [];
  return id === undefined ? null : Number(id);
}

/** Edges from the cause of an incident to what it broke; those of the column where one is the cause. */
export function proofLooks(graph: LineageGraph, tree: readonly IncidentTreeRow[]): EdgeLooks {
  const involved = new Set(tree.filter((row) => PROVING.includes(row.role)).map((row) => datasetOf(row.node.id)));
  const cause = tree.find((row) => row.role === "cause");
  const from = cause && datasetOf(cause.node.id);
  const leads = (edge: GraphEdge): boolean =>
    involved.has(edge.source) && involved.has(edge.target) && !(edge.source === from && cause?.column && edge.sourceColumn !== null && edge.sourceColumn !== cause.column);
  return new Map(graph.edges.filter(leads).map((edge) => [edge.id, "proof"]));
}

/** Edges along which personal data goes on as it is. */
export function personalLooks(graph: LineageGraph, sources: readonly FlowSource[]): EdgeLooks {
  const kept = sources.flatMap((source) => source.flows.items).filter((flow) => flow.effect === "kept");
  const steps = new Set(kept.flatMap(stepsOf));
  const between = new Set([...steps].map((step) => step.split(">").map(datasetOf).join(">")));
  const isPersonal = ({ source, target, sourceColumn, targetColumn, isIndirect }: GraphEdge): boolean => !isIndirect && (sourceColumn !== null && targetColumn !== null
    ? steps.has(`${columnId(source, sourceColumn)}>${columnId(target, targetColumn)}`) : between.has(`${source}>${target}`));
  return new Map(graph.edges.filter(isPersonal).map((edge) => [edge.id, "personal"]));
}

/** Edges in the colour of what the last run of their job did; those of runs that went well stay as they are. */
export function runLooks(graph: LineageGraph, facts: ReadonlyMap<NodeId, NodeFacts>): EdgeLooks {
  return new Map(graph.edges.flatMap((edge) => {
    const looks = edge.facts.map((fact) => lookOfJob(fact.job === null ? undefined : facts.get(asNodeId(fact.job))));
    const worst = (["failed", "late", "running"] as const).find((look) => looks.includes(look));
    return worst ? [[edge.id, worst] as const] : [];
  }));
}

function lookOfJob(job: NodeFacts | undefined): OverlayLook | null {
  if (!job) return null;
  if (hasFailed(job.lastRun)) return "failed";
  return job.threat ? "late" : job.lastRun?.state === "RUNNING" ? "running" : null;
}

function stepsOf(flow: ColumnFlow): readonly string[] {
  return flow.path.map((step) => `${step.from}>${step.to}`);
}

function columnId(dataset: NodeId, column: string): string {
  return `column:${dataset.replace(/^dataset:/, "")}#${column}`;
}

function datasetOf(id: string): NodeId {
  return asNodeId(id.startsWith("column:") ? `dataset:${id.slice("column:".length, id.lastIndexOf("#"))}` : id);
}
