/** What the pages of pipelines, events, queries and traces ask. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { ReplayRequest, operations } from "./schema";

type Asked<Operation extends keyof operations> = NonNullable<operations[Operation]["parameters"]["query"]>;

const QUIET_MS = 30_000;
const LIVE_MS = 5_000;

export const pipelineList = (query: Asked<"list_pipelines">) =>
  infiniteQueryOptions({
    queryKey: ["pipelines", query],
    queryFn: ({ signal, pageParam }) => unwrap(api.GET("/api/v1/pipelines", { params: { query: { ...query, cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: QUIET_MS,
  });

/** The counts alone. */
export const pipelineTotals = (as_of: string | undefined) =>
  queryOptions({
    queryKey: ["pipelines", "totals", as_of],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/pipelines", { params: { query: { as_of, limit: 1, runs: 1 } }, signal })),
    refetchInterval: QUIET_MS,
  });

/** Those that need somebody first: when each is due, and whether its input is there. */
export const duePipelines = (as_of: string | undefined) =>
  queryOptions({
    queryKey: ["pipelines", "due", as_of],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/pipelines", { params: { query: { as_of, limit: 100, runs: 1 } }, signal })),
    refetchInterval: QUIET_MS,
  });

export const pipeline = (name: string, as_of: string | undefined) =>
  queryOptions({
    queryKey: ["pipelines", "one", name, as_of],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/pipelines/{name}", { params: { path: { name }, query: { as_of } }, signal })),
    refetchInterval: QUIET_MS,
    placeholderData: undefined,
  });

export const pipelineRuns = (name: string, query: Asked<"pipeline_runs">) =>
  queryOptions({
    queryKey: ["pipelines", "runs", name, query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/pipelines/{name}/runs", { params: { path: { name }, query }, signal })),
    refetchInterval: QUIET_MS,
    placeholderData: undefined,
  });

export const run = (run_id: string) =>
  queryOptions({
    queryKey: ["runs", "one", run_id],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/runs/{run_id}", { params: { path: { run_id } }, signal })),
    placeholderData: undefined,
  });

export const newestEvent = () =>
  queryOptions({
    queryKey: ["events", "newest"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/events", { params: { query: { limit: 1 } }, signal })),
    refetchInterval: QUIET_MS,
  });

export const eventList = (query: Asked<"list_events">, isLive = false) =>
  infiniteQueryOptions({
    queryKey: ["events", "list", query],
    queryFn: ({ signal, pageParam }) => unwrap(api.GET("/api/v1/events", { params: { query: { ...query, cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: isLive ? LIVE_MS : false,
  });

export const event = (event_id: string) =>
  queryOptions({
    queryKey: ["events", "one", event_id],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/events/{event_id}", { params: { path: { event_id } }, signal })),
    staleTime: Infinity,
    placeholderData: undefined,
  });

export const eventFacts = (event_id: string) =>
  queryOptions({
    queryKey: ["events", "facts", event_id],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/events/{event_id}/facts", { params: { path: { event_id } }, signal })),
    placeholderData: undefined,
  });

export const eventActivity = (query: Asked<"event_counts">) =>
  queryOptions({
    queryKey: ["events", "activity", query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/events/activity", { params: { query }, signal })),
    refetchInterval: QUIET_MS,
  });

export const quarantineReasons = () =>
  queryOptions({
    queryKey: ["quarantine", "reasons"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/quarantine/reasons", { signal })),
    refetchInterval: QUIET_MS,
  });

export const quarantined = (query: Asked<"list_quarantine">) =>
  queryOptions({
    queryKey: ["quarantine", "list", query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/quarantine", { params: { query }, signal })),
  });

export const replayForecast = (body: ReplayRequest) =>
  queryOptions({
    queryKey: ["quarantine", "forecast", body],
    queryFn: ({ signal }) => unwrap(api.POST("/api/v1/quarantine/dry-run", { body, signal })),
    placeholderData: undefined,
    staleTime: 0,
  });

export const workItem = (work_id: number) =>
  queryOptions({
    queryKey: ["work", work_id],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/work/{work_id}", { params: { path: { work_id } }, signal })),
    refetchInterval: (query) => (query.state.data?.finished_at ? false : 500),
    placeholderData: undefined,
  });

export const queryList = (query: Asked<"list_queries">) =>
  infiniteQueryOptions({
    queryKey: ["queries", "list", query],
    queryFn: ({ signal, pageParam }) => unwrap(api.GET("/api/v1/queries", { params: { query: { ...query, cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export const queryDetails = (fingerprint: string) =>
  queryOptions({
    queryKey: ["queries", "one", fingerprint],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/queries/{fingerprint}", { params: { path: { fingerprint } }, signal })),
    placeholderData: undefined,
  });

export const columnUsage = (asset: string) =>
  queryOptions({
    queryKey: ["column-usage", asset],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/columns/usage", { params: { query: { asset } }, signal })),
  });

export const traceList = (query: Asked<"list_traces">) =>
  infiniteQueryOptions({
    queryKey: ["traces", "list", query],
    queryFn: ({ signal, pageParam }) => unwrap(api.GET("/api/v1/traces", { params: { query: { ...query, cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: QUIET_MS,
  });

export const trace = (trace_id: string) =>
  queryOptions({
    queryKey: ["traces", "one", trace_id],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/traces/{trace_id}", { params: { path: { trace_id } }, signal })),
    refetchInterval: QUIET_MS,
    placeholderData: undefined,
  });
