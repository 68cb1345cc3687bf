import type { DatasetDetail } from "@/api/schema";

/** The job that writes a dataset today, or wrote it last, as a name to ask for; nothing if none is known. */
export function writerOf(detail: DatasetDetail): string | null {
  const found = detail.producers.items.find((one) => one.current) ?? detail.producers.items[0];
  return found ? `${found.namespace}/${found.name}` : null;
}
