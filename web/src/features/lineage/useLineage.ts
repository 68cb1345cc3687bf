import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { duePipelines } from "@/api/operations";
import { asset, assertions, impact, runs, schemaChanges, sources, walk } from "@/api/questions";
import type { Walk } from "@/api/schema";
import { useMoment } from "@/api/useMoment";
import { type NodeId, idOf } from "@/lib/entity";
import { type Beyond, type Growth, beyond, depthOf, grow, withWriters } from "@/lib/growth";
import { type LineageGraph, lineageGraph } from "@/lib/lineageGraph";
import { type NodeFacts, factsOf } from "./nodeFacts";
import { type Subject, walkQuery } from "./subject";

const DAY_MS = 86_400_000;

export interface Lineage {
  readonly graph: LineageGraph | null;
  /** What lies beyond each node; empty until it is known. */
  readonly beyond: ReadonlyMap<NodeId, Beyond>;
  readonly walks: readonly Walk[];
  readonly error: Error | null;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

const NO_GROWTH: readonly Growth[] = [];
const NOTHING_BEYOND: ReadonlyMap<NodeId, Beyond> = new Map();

/** The graph around a subject at one moment; what lies one hop further is counted, once the graph is there. */
export function useLineage(subject: Subject, growth: readonly Growth[] = NO_GROWTH): Lineage {
  const asked = useWalks(subject, subject, true);
  const isCut = asked.walks.some((one) => one.truncated_by_depth);
  const deeper = useWalks(subject, { up: depthOf(subject.up, growth, "up"), down: depthOf(subject.down, growth, "down") }, isCut);
  return useMemo(() => {
    const near = asked.graph;
    // What is left of another subject's walk must not be counted here.
    const deep = isCut && deeper.graph && deeper.graph.root === near?.root ? deeper.graph : null;
    const graph = deep && near ? (growth.length ? grow(deep, subject, growth) : withWriters(near, deep)) : near;
    return { ...asked, graph, beyond: deep && graph ? beyond(deep, graph.nodes) : NOTHING_BEYOND };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the answers decide, not what holds them
  }, [asked.graph, asked.error, deeper.graph, isCut, subject, growth]);
}

/** Walks from a subject, so many hops each way, as one graph. */
function useWalks(subject: Subject, hops: Pick<Subject, "up" | "down">, enabled: boolean): Omit<Lineage, "beyond"> {
  const ways = subject.dir === "both" ? (["up", "down"] as const) : ([subject.dir] as const);
  const answers = useQueries({
    queries: ways.map((way) => ({ ...walk(way === "up" ? "upstream" : "downstream", walkQuery(subject, hops[way])), enabled })),
  });
  const data = answers.map((answer) => answer.data);
  const error = answers.find((answer) => answer.error)?.error ?? null;
  const walks = data.every((one) => one !== undefined) ? (data as Walk[]) : [];
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the answers decide, not the list that holds them
  const graph = useMemo(() => lineageGraph(walks), data);
  return { graph, walks, error: walks.length ? null : error, isLoading: walks.length === 0 && !error, retry: () => answers.forEach((answer) => void answer.refetch()) };
}

/** What stands on the nodes: type, owner, tier, last run, failing tests, changed schema. */
export function useNodeFacts(subject: Subject, hops: Pick<Subject, "up" | "down">): ReadonlyMap<NodeId, NodeFacts> {
  const name = `${subject.entity.namespace}/${subject.entity.name}`;
  const about = { asset: idOf(subject.entity), as_of: subject.asOf };
  const root = useQuery({ ...asset(name), enabled: subject.entity.kind === "dataset" });
  const down = useQuery({ ...impact({ ...about, depth: hops.down }), enabled: subject.dir !== "up" });
  const up = useQuery({ ...sources({ ...about, depth: hops.up }), enabled: subject.dir !== "down" });
  const newest = useQuery(runs({ limit: 1, until: subject.asOf }));
  const now = subject.asOf ?? newest.data?.items[0]?.began_at ?? undefined;
  const since = now && new Date(Date.parse(now) - DAY_MS).toISOString();
  const day = { since, until: subject.asOf, limit: 1000 };
  const ran = useQuery({ ...runs(day), enabled: since !== undefined });
  const failing = useQuery(assertions({ latest: true, success: false, until: subject.asOf, limit: 1000 }));
  const changed = useQuery({ ...schemaChanges(day), enabled: since !== undefined });
  const moment = useMoment();
  const due = useQuery({ ...duePipelines(moment.asOf), enabled: moment.isReady });
  return useMemo(
    () => factsOf({ root: root.data, affected: down.data?.affected, sources: up.data?.sources, runs: ran.data?.items, failing: failing.data?.items, changes: changed.data?.items, due: due.data?.items }),
    [root.data, down.data, up.data, ran.data, failing.data, changed.data, due.data],
  );
}
