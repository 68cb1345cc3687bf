/** What the pages of teams ask. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";

const QUIET_MS = 30_000;
const SHOWN = 50;

export const teamList = () =>
  infiniteQueryOptions({
    queryKey: ["teams"],
    queryFn: ({ signal, pageParam }) => unwrap(api.GET("/api/v1/teams", { params: { query: { limit: 200, cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export const team = (name: string) =>
  queryOptions({
    queryKey: ["teams", name],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/teams/{name}", { params: { path: { name } }, signal })),
    refetchInterval: QUIET_MS,
  });

export const teamDatasets = (name: string) =>
  queryOptions({
    queryKey: ["teams", name, "datasets"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/datasets", { params: { query: { team: name, limit: SHOWN } }, signal })),
  });

export const teamRuns = (name: string) =>
  queryOptions({
    queryKey: ["teams", name, "runs"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/runs", { params: { query: { team: name, limit: SHOWN } }, signal })),
    refetchInterval: QUIET_MS,
  });

export const teamIncidents = (name: string) =>
  queryOptions({
    queryKey: ["teams", name, "incidents"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/incidents", { params: { query: { team: name, limit: SHOWN } }, signal })),
    refetchInterval: QUIET_MS,
  });
