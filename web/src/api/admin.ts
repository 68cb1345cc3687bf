/** What the pages of connectors and access ask. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";

const QUIET_MS = 30_000;
const SHOWN = 100;

const paged = { initialPageParam: undefined as string | undefined, getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined };

export const connectorList = () =>
  infiniteQueryOptions({
    queryKey: ["connectors", "list"],
    queryFn: ({ signal, pageParam }) => unwrap(api.GET("/api/v1/connectors", { params: { query: { limit: SHOWN, cursor: pageParam } }, signal })),
    ...paged,
    refetchInterval: QUIET_MS,
  });

export const connector = (name: string) =>
  queryOptions({
    queryKey: ["connectors", "one", name],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/connectors/{name}", { params: { path: { name } }, signal })),
    placeholderData: undefined,
  });

export const keyList = () =>
  infiniteQueryOptions({
    queryKey: ["access", "keys"],
    queryFn: ({ signal, pageParam }) => unwrap(api.GET("/api/v1/keys", { params: { query: { limit: SHOWN, cursor: pageParam } }, signal })),
    ...paged,
  });

export const accessRequests = (state: "open" | undefined) =>
  infiniteQueryOptions({
    queryKey: ["access", "requests", state],
    queryFn: ({ signal, pageParam }) => unwrap(api.GET("/api/v1/access/requests", { params: { query: { state, limit: SHOWN, cursor: pageParam } }, signal })),
    ...paged,
    refetchInterval: QUIET_MS,
  });

export const accessGrants = () =>
  infiniteQueryOptions({
    queryKey: ["access", "grants"],
    queryFn: ({ signal, pageParam }) => unwrap(api.GET("/api/v1/access/grants", { params: { query: { limit: SHOWN, cursor: pageParam } }, signal })),
    ...paged,
  });

export const auditEntries = (refused: boolean | undefined) =>
  infiniteQueryOptions({
    queryKey: ["access", "audit", refused],
    queryFn: ({ signal, pageParam }) => unwrap(api.GET("/api/v1/audit", { params: { query: { refused, limit: SHOWN, cursor: pageParam } }, signal })),
    ...paged,
  });
