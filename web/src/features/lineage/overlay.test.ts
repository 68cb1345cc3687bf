import { expect, test } from "vitest";
import type { FlowSource, IncidentTreeRow } from "@/api/schema";
import { asNodeId } from "@/lib/entity";
import type { GraphEdge, LineageGraph, WalkEdge } from "@/lib/lineageGraph";
import type { NodeFacts } from "./nodeFacts";
import { incidentOf, personalLooks, proofLooks, runLooks } from "./overlay";

const id = (name: string) => asNodeId(`dataset:n/${name}`);
const edge = (source: string, target: string, [sourceColumn, targetColumn]: [string?, string?] = [], job = "job:n/j"): GraphEdge =>
  ({ id: `${source}.${sourceColumn}>${target}.${targetColumn}`, source: id(source), target: id(target), sourceColumn: sourceColumn ?? null, targetColumn: targetColumn ?? null, isIndirect: false, facts: [{ job } as WalkEdge] });
const graph = (...edges: GraphEdge[]): LineageGraph => ({ root: id("a"), rootColumn: null, nodes: new Map(), edges });
const row = (name: string, role: IncidentTreeRow["role"], column: string | null = null) => ({ role, column, node: { id: id(name) } }) as unknown as IncidentTreeRow;

test("the proof leads from the cause to what broke, by the column that is the cause", () => {
  const tree = [row("a", "cause", "x"), row("b", "table"), row("c", "at_risk")];
  const looks = proofLooks(graph(edge("a", "b", ["x", "y"]), edge("a", "b", ["z", "y"]), edge("b", "c", ["y", "y"]), edge("a", "b")), tree);
  expect([...looks.keys()]).toEqual(["a.x>b.y", "a.undefined>b.undefined"]);
});

test("personal data that is hashed on its way is not in the clear, and neither is a column beside it", () => {
  const flow = (effect: string, from: string, to: string) => ({ effect, path: [{ from, to }] });
  const sources = [{ flows: { items: [flow("kept", "column:n/a#mail", "column:n/b#mail"), flow("lowered", "column:n/a#mail", "column:n/c#hash")] } }] as unknown as FlowSource[];
  const looks = personalLooks(graph(edge("a", "b", ["mail", "mail"]), edge("a", "b", ["id", "id"]), edge("a", "c", ["mail", "hash"]), edge("a", "b"), edge("a", "c")), sources);
  expect([...looks.keys()]).toEqual(["a.mail>b.mail", "a.undefined>b.undefined"]);
});

test("an edge has the colour of the worst that one of its jobs did last", () => {
  const facts = new Map([["job:n/bad", { lastRun: { state: "FAIL" } }], ["job:n/due", { lastRun: { state: "COMPLETE" }, threat: "late" }], ["job:n/j", { lastRun: { state: "COMPLETE" } }]].map(([job, known]) => [asNodeId(job as string), known as NodeFacts]));
  const both = { ...edge("a", "d"), facts: [{ job: "job:n/due" }, { job: "job:n/bad" }] as WalkEdge[] };
  expect([...runLooks(graph(edge("a", "b", [], "job:n/due"), edge("a", "c"), both), facts).values()]).toEqual(["late", "failed"]);
});

test("only the number of an incident names one", () => {
  expect([incidentOf("incident:7"), incidentOf("pii"), incidentOf("incident:x"), incidentOf(undefined)]).toEqual([7, null, null, null]);
});
