import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { operations } from "@/api/schema";

type Asked<Operation extends keyof operations> = NonNullable<operations[Operation]["parameters"]["query"]>;

const PAGE = 100;

/** The answer, and how long it took. Of a moment that has passed it stays the same. */
export const investigation = (query: Asked<"investigate">) =>
  queryOptions({
    queryKey: ["investigation", query],
    queryFn: async ({ signal }) => {
      const began = performance.now();
      const found = await unwrap(api.GET("/api/v1/investigations", { params: { query }, signal }));
      return { found, seconds: (performance.now() - began) / 1000 };
    },
    // Another alert is another answer: the one before must not stand in its place.
    placeholderData: undefined,
    staleTime: 60_000,
  });

export const everything = (query: Asked<"entity_timeline">) =>
  infiniteQueryOptions({
    queryKey: ["timeline", query],
    queryFn: ({ signal, pageParam }) => unwrap(api.GET("/api/v1/timeline", { params: { query: { ...query, limit: PAGE, cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export const activeAlerts = (query: Asked<"active_alerts">) =>
  queryOptions({
    queryKey: ["alerts", query],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/alerts", { params: { query }, signal })),
  });
