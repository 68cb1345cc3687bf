import { useStore } from "@xyflow/react";

// Below this nothing on a node can be read.
const FAR = 0.45;

/** Whether one looks from so far that nodes are bars and edges are lines. Told as yes or no, so that panning draws nothing anew. */
export function useIsFar(): boolean {
  return useStore((state) => state.transform[2] < FAR);
}
