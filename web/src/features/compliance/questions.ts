import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { Subject } from "./search";

const MOST_SOURCES = 1000;

function asked({ kind, value }: Subject) {
  return kind === "class" ? { classification: value } : kind === "tag" ? { tag: value } : { column: value };
}

export const flows = (subject: Subject, asOf: string | undefined) =>
  queryOptions({
    queryKey: ["flows", subject, asOf],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/compliance/flows", { params: { query: { ...asked(subject), as_of: asOf, limit: MOST_SOURCES } }, signal })),
    // Another class is another answer: the one before must not stand in its place.
    placeholderData: undefined,
  });

/** When classes were last worked out, and what inherits one that is not declared. */
export const undeclaredColumns = () =>
  queryOptions({
    queryKey: ["undeclared"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/compliance/columns", { params: { query: { undeclared: true, limit: 100 } }, signal })),
  });
