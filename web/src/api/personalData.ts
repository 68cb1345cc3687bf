/** Where personal data is, and where it goes on to. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";

const MOST_PERSONAL = 1000;

/** Columns that hold personal data, declared or inherited. */
export const personalColumns = () =>
  queryOptions({
    queryKey: ["personal-columns"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/compliance/columns", { params: { query: { pii: true, limit: MOST_PERSONAL } }, signal })),
    staleTime: 60_000,
  });

/** Where personal data goes on to. */
export const personalFlows = (as_of: string | undefined) =>
  queryOptions({
    queryKey: ["flows", "personal", as_of],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/compliance/flows", { params: { query: { tag: "pii", as_of, limit: MOST_PERSONAL } }, signal })),
    staleTime: 60_000,
  });
