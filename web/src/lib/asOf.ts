import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/** The moment that every page shows, or nothing for now. */
export function useAsOf(): string | undefined {
  return useSearch({ strict: false, select: (search) => search.asOf });
}

/** Go to another moment on the same page. */
export function useSetAsOf(): (asOf: string | undefined) => void {
  const navigate = useNavigate();
  return useCallback(
    (asOf) => void navigate({ to: ".", search: (before: Record<string, unknown>) => ({ ...before, asOf }), replace: true }),
    [navigate],
  );
}
