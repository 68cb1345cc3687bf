import { useSyncExternalStore } from "react";

const NARROW = matchMedia("(max-width: 899px)");

function listen(changed: () => void): () => void {
  NARROW.addEventListener("change", changed);
  return () => NARROW.removeEventListener("change", changed);
}

/** Whether the window is too narrow for a graph. */
export function useNarrow(): boolean {
  return useSyncExternalStore(listen, () => NARROW.matches);
}
