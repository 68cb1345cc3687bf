import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { saveFile } from "@/lib/save";
import type { Subject } from "./search";

type Format = "markdown" | "html" | "csv" | "json";

/** Have the report written by the server, and hand it to the browser as a file. */
export function useReport({ kind, value }: Subject, asOf: string | undefined) {
  const asked = kind === "class" ? { classification: value } : kind === "tag" ? { tag: value } : { column: value };
  return useMutation({
    mutationFn: async (format: Format) => {
      const made = await unwrap(api.GET("/api/v1/compliance/report", { params: { query: { ...asked, as_of: asOf, file_format: format } } }));
      saveFile(made.file_name, new Blob([made.text], { type: made.media_type }));
    },
  });
}
