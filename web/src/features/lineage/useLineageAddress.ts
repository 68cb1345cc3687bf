import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { type LineageSearch, readLineageSearch } from "./search";

/** Change the view: the address changes with it, and Back goes to the subject before, not through every view. */
export function useChangeView(): (change: Partial<LineageSearch>) => void {
  const navigate = useNavigate();
  return useCallback(
    (change) => void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ asOf: before.asOf, ...readLineageSearch({ ...before, ...change }) }) as LineageSearch }),
    [navigate],
  );
}
