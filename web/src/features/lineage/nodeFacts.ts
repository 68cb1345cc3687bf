/** What is known of each node, gathered from the answers that speak of it; pure. */
import type { AffectedAsset, Asset, AssertionResult, DatasetChange, PipelineEntry, Run, SourceAsset } from "@/api/schema";
import type { State } from "@/components/StateGlyph";
import { type NodeId, asNodeId } from "@/lib/entity";
import type { GraphNode } from "@/lib/lineageGraph";

export interface LastRun {
  readonly runId: string;
  readonly state: string;
  readonly at: string | null;
}

export interface NodeFacts {
  readonly type: string | null;
  readonly owners: readonly string[];
  readonly tier: string | null;
  readonly failingTests: number;
  readonly changedAt: string | null;
  /** Of a job: how its newest run within a day ended. */
  readonly lastRun: LastRun | null;
  /** Of a job: what is wrong with its next run, or nothing. */
  readonly threat: "late" | "atRisk" | null;
  readonly dueAt: string | null;
}

interface Sources {
  readonly root?: Asset;
  readonly affected?: readonly AffectedAsset[];
  readonly sources?: readonly SourceAsset[];
  readonly runs?: readonly Run[];
  readonly failing?: readonly AssertionResult[];
  readonly changes?: readonly DatasetChange[];
  /** Pipelines with when they are due, and whether their input is there. */
  readonly due?: readonly Pick<PipelineEntry, "id" | "state" | "next_run">[];
}

const WORST_FIRST: readonly State[] = ["noData", "failed", "late", "atRisk", "changed", "running", "succeeded"];
const NOTHING: NodeFacts = { type: null, owners: [], tier: null, failingTests: 0, changedAt: null, lastRun: null, threat: null, dueAt: null };
const THREATS: Readonly<Record<string, NodeFacts["threat"]>> = { late: "late", at_risk: "atRisk" };

export function factsOf(from: Sources): ReadonlyMap<NodeId, NodeFacts> {
  const facts = new Map<NodeId, NodeFacts>();
  const add = (id: string, more: Partial<NodeFacts>): void => {
    facts.set(asNodeId(id), { ...NOTHING, ...facts.get(asNodeId(id)), ...more });
  };
  if (from.root) add(from.root.id, { type: from.root.type, owners: from.root.owners, tier: from.root.tier });
  for (const one of [...(from.affected ?? []), ...(from.sources ?? [])]) add(one.node.id, { type: one.type, owners: one.owners, tier: one.tier });
  for (const test of from.failing ?? []) add(test.dataset.id, { failingTests: (facts.get(asNodeId(test.dataset.id))?.failingTests ?? 0) + 1 });
  for (const change of from.changes ?? []) if (change.verdict !== null && !facts.get(asNodeId(change.dataset.id))?.changedAt) add(change.dataset.id, { changedAt: change.at });
  // Newest first: the first one of a job is its last run.
  for (const run of from.runs ?? []) {
    const id = `job:${run.job_namespace}/${run.job_name}`;
    if (!facts.get(asNodeId(id))?.lastRun) add(id, { lastRun: { runId: run.run_id, state: run.state, at: run.ended_at ?? run.began_at } });
  }
  for (const [id, threat] of threatsOf(from.due)) add(id, threat);
  return facts;
}

/** Pipelines that are late, or whose input is missing. */
function threatsOf(due: Sources["due"] = []): (readonly [string, Pick<NodeFacts, "threat" | "dueAt">])[] {
  return due.flatMap(({ id, state, next_run: next }) => {
    const threat = THREATS[state];
    return threat ? [[id, { threat, dueAt: next?.expected_at ?? null }] as const] : [];
  });
}

/** Whether what writes a dataset failed last: then the dataset got no new data. */
export function hasFailed(run: LastRun | null): boolean {
  return run?.state === "FAIL" || run?.state === "ABORT";
}

/** How many of some nodes are in which state, the worst first. */
export function countStates(nodes: readonly GraphNode[], facts: ReadonlyMap<NodeId, NodeFacts>): readonly (readonly [State, number])[] {
  const counts = new Map<State, number>();
  for (const node of nodes) {
    const state = nodeState(facts.get(node.id), node.jobs[0] ? facts.get(node.jobs[0]) : undefined);
    if (state) counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return WORST_FIRST.filter((state) => counts.has(state)).map((state) => [state, counts.get(state) ?? 0]);
}

/** The worst that is known of a dataset, by the job that writes it and by its own tests and schema. */
export function nodeState(facts: NodeFacts | undefined, writer: NodeFacts | undefined): State | null {
  if (hasFailed(writer?.lastRun ?? null)) return "noData";
  if (facts?.failingTests) return "failed";
  if (writer?.threat) return writer.threat;
  if (facts?.changedAt) return "changed";
  if (writer?.lastRun?.state === "RUNNING") return "running";
  return writer?.lastRun?.state === "COMPLETE" ? "succeeded" : null;
}
