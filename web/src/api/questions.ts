/** What pages ask: one entry a question, each with the key that it is cached under. */
import { queryOptions } from "@tanstack/react-query";
import { type NodeId, asNodeId } from "@/lib/entity";
import { SESSION_KEY, api, unwrap } from "./client";
import type { operations } from "./schema";

type Asked<Operation extends keyof operations> = NonNullable<operations[Operation]["parameters"]["query"]>;

const LIVE_MS = 2_000;
const QUIET_MS = 30_000;

export const pipelineStatus = () =>
  queryOptions({
    queryKey: ["pipeline"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/pipeline", { signal })),
    refetchInterval: LIVE_MS,
    staleTime: 0,
  });

export const session = () =>
  queryOptions({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/session", { signal })),
    staleTime: Infinity,
  });

export const search = (query: Asked<"search">) =>
  queryOptions({
    queryKey: ["search", query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/search", { params: { query }, signal })),
    enabled: query.q.trim() !== "",
  });

export const schemaChanges = (query: Asked<"list_changes">) =>
  queryOptions({
    queryKey: ["changes", query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/changes", { params: { query }, signal })),
    refetchInterval: QUIET_MS,
  });

export const runs = (query: Asked<"list_runs">) =>
  queryOptions({
    queryKey: ["runs", query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/runs", { params: { query }, signal })),
    refetchInterval: QUIET_MS,
  });

export const assertions = (query: Asked<"list_assertions">) =>
  queryOptions({
    queryKey: ["assertions", query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/assertions", { params: { query }, signal })),
    refetchInterval: QUIET_MS,
  });

export const ranking = (query: Asked<"ranking">) =>
  queryOptions({
    queryKey: ["ranking", query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/ranking", { params: { query }, signal })),
    refetchInterval: QUIET_MS,
  });

/** How many nodes of one walk are asked for at once, and at the most. */
const PAGE_NODES = 1000;
const MOST_PAGES = 10;
export const MOST_NODES = PAGE_NODES * MOST_PAGES;

/** Page after page, up to a limit; what is left after it still has a cursor. */
async function everyPage<Page extends { next_cursor: string | null }>(ask: (cursor: string | undefined) => Promise<Page>, put: (whole: Page, next: Page) => Page): Promise<Page> {
  let whole = await ask(undefined);
  for (let page = 1; page < MOST_PAGES && whole.next_cursor !== null; page += 1) whole = put(whole, await ask(whole.next_cursor));
  return whole;
}

export const walk = (direction: "upstream" | "downstream", query: Asked<"graph_upstream">) =>
  queryOptions({
    queryKey: ["walk", direction, query],
    queryFn: ({ signal }) => everyPage(
      (cursor) => unwrap(api.GET(`/api/v1/graph/${direction}`, { params: { query: { jobs: false, limit: PAGE_NODES, ...query, cursor } }, signal })),
      (whole, next) => ({ ...next, nodes: [...whole.nodes, ...next.nodes], edges: [...whole.edges, ...next.edges], edges_truncated: whole.edges_truncated || next.edges_truncated }),
    ),
  });

/** How much there is that way in all, without the nodes. */
export const reach = (direction: "upstream" | "downstream", query: Asked<"graph_upstream">) =>
  queryOptions({
    queryKey: ["reach", direction, query],
    queryFn: ({ signal }) => unwrap(api.GET(`/api/v1/graph/${direction}`, { params: { query: { jobs: false, ...query, limit: 1 } }, signal })),
  });

/** Labels of what lies downstream: type, owners and tier, which a walk does not tell. */
export const impact = (query: Asked<"impact">) =>
  queryOptions({
    queryKey: ["impact", query],
    queryFn: ({ signal }) => everyPage(
      (cursor) => unwrap(api.GET("/api/v1/impact", { params: { query: { limit: PAGE_NODES, ...query, cursor } }, signal })),
      (whole, next) => ({ ...next, affected: [...whole.affected, ...next.affected] }),
    ),
  });

export const sources = (query: Asked<"upstream">) =>
  queryOptions({
    queryKey: ["upstream", query],
    queryFn: ({ signal }) => everyPage(
      (cursor) => unwrap(api.GET("/api/v1/upstream", { params: { query: { limit: PAGE_NODES, ...query, cursor } }, signal })),
      (whole, next) => ({ ...next, sources: [...whole.sources, ...next.sources] }),
    ),
  });

export const dataset = (name: string) =>
  queryOptions({
    queryKey: ["dataset", name],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/datasets/{name}", { params: { path: { name } }, signal })),
  });

export const asset = (name: string) =>
  queryOptions({
    queryKey: ["asset", name],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/assets/{name}", { params: { path: { name } }, signal })),
  });

export const job = (name: string) =>
  queryOptions({
    queryKey: ["job", name],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/jobs/{name}", { params: { path: { name } }, signal })),
  });

export const schemaVersions = (query: Asked<"list_schema_versions">) =>
  queryOptions({
    queryKey: ["schema-versions", query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/schema-versions", { params: { query }, signal })),
  });

export const schemaHealth = (query: Asked<"dataset_schema_health">) =>
  queryOptions({
    queryKey: ["schema-health", query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/schema-health", { params: { query }, signal })),
  });

export const diff = (query: Asked<"diff">) =>
  queryOptions({
    queryKey: ["diff", query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/graph/diff", { params: { query }, signal })),
  });

/** The job that started each job's latest run. */
export const jobParents = () =>
  queryOptions({
    queryKey: ["job-parents"],
    queryFn: async ({ signal }): Promise<ReadonlyMap<NodeId, NodeId>> => {
      const { items } = await everyPage(
        (cursor) => unwrap(api.GET("/api/v1/pipelines", { params: { query: { kind: "all", sort: "name", runs: 1, limit: PAGE_NODES, cursor } }, signal })),
        (whole, next) => ({ ...next, items: [...whole.items, ...next.items] }),
      );
      return new Map(items.flatMap((one) => (one.parent ? [[asNodeId(`job:${one.namespace}/${one.name}`), asNodeId(`job:${one.parent}`)] as const] : [])));
    },
    staleTime: 60_000,
  });

const MOST_SIBLINGS = 200;

/** Datasets or jobs by name, of one namespace or of all. */
export const neighboursByName = (kind: "dataset" | "job", namespace: string | undefined) =>
  queryOptions({
    queryKey: ["siblings", kind, namespace],
    queryFn: ({ signal }): Promise<{ items: readonly { readonly namespace: string; readonly name: string }[]; total: number }> => {
      const query = { namespace, limit: MOST_SIBLINGS };
      return kind === "job" ? unwrap(api.GET("/api/v1/jobs", { params: { query }, signal })) : unwrap(api.GET("/api/v1/datasets", { params: { query }, signal }));
    },
    staleTime: 60_000,
  });

/** Kept fresh: the number of open ones stands on every page. */
export const incidents = (query: Asked<"list_incidents">) =>
  queryOptions({
    queryKey: ["incidents", query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/incidents", { params: { query }, signal })),
    refetchInterval: QUIET_MS,
  });

/** All datasets with their edges, for the map. */
export const graphMap = (query: Asked<"graph_map">) =>
  queryOptions({
    queryKey: ["map", query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/graph/map", { params: { query }, signal })),
    staleTime: 60_000,
  });

/** Everything about one; asked again, as people act on it and it widens. */
export const incident = (id: number) =>
  queryOptions({
    queryKey: ["incident", id],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/incidents/{incident_id}", { params: { path: { incident_id: String(id) } }, signal })),
    placeholderData: undefined,
    refetchInterval: 10_000,
  });
