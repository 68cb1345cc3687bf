import { useQuery } from "@tanstack/react-query";
import type { DatasetDetail } from "@/api/schema";
import { assertions } from "@/api/questions";
import { useAsOf } from "@/lib/asOf";
import { formatCount } from "@/lib/format";
import { queriesOf } from "./questions";
import type { DatasetSearch } from "./search";

type Count = { readonly count: string; readonly isBad?: boolean };

/** How much there is behind each tab. */
export function useCounts(name: string, detail: DatasetDetail | undefined): Partial<Record<NonNullable<DatasetSearch["tab"]>, Count>> {
  const until = useAsOf();
  const tests = useQuery({ ...assertions({ dataset: name, latest: true, until, limit: 200 }), enabled: detail !== undefined }).data;
  const queries = useQuery({ ...queriesOf(name), enabled: detail !== undefined }).data;
  if (!detail) return {};
  return {
    columns: { count: formatCount(detail.columns.filter((column) => column.in_schema).length) },
    versions: { count: formatCount(detail.schema_versions.total) },
    ...(tests ? { tests: { count: formatCount(tests.total), isBad: tests.items.some((test) => test.success === false) } } : {}),
    ...(queries ? { queries: { count: formatCount(queries.total) } } : {}),
    facets: { count: formatCount(Object.keys(detail.facets).length) },
  };
}
