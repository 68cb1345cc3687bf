import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export const columnUsage = (asset: string) =>
  queryOptions({
    queryKey: ["column-usage", asset],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/columns/usage", { params: { query: { asset } }, signal })),
  });

export const queriesOf = (dataset: string) =>
  queryOptions({
    queryKey: ["queries", dataset],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/queries", { params: { query: { dataset, limit: 100 } }, signal })),
  });
