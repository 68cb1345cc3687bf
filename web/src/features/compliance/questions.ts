import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { DecisionRequest } from "@/api/schema";
import { plural } from "@/lib/format";
import { tell } from "@/lib/toasts";
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

const MOST_SUGGESTIONS = 200;

/** What looks personal, and of which nobody has said whether it is. */
export const suggestedColumns = () =>
  queryOptions({
    queryKey: ["suggestions"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/compliance/suggestions", { params: { query: { state: "suggested", limit: MOST_SUGGESTIONS } }, signal })),
  });

/** All of it is taken or nothing; lists are asked anew once the pipeline has read it. */
export function useDecision(done: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: Partial<DecisionRequest>) => unwrap(api.POST("/api/v1/compliance/suggestions/decisions", { body: { accept: [], reject: [], ...decision } })),
    onSuccess: ({ accepted, rejected, position }) => {
      tell({ text: accepted ? `${plural(accepted, "column")} declared personal` : `${plural(rejected, "column")} declared not personal`, note: "by you, as events" });
      done();
      void api.GET("/api/v1/assets", { params: { query: { limit: 1, min_position: position } } }).then(() => Promise.all([["suggestions"], ["flows"], ["undeclared"]].map((queryKey) => client.invalidateQueries({ queryKey }))));
    },
    onError: (error) => tell({ text: "Decided nothing.", note: error.message, isBad: true }),
  });
}
