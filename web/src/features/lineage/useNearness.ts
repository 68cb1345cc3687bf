import { useStore } from "@xyflow/react";

/** From near all of a node can be read, from the middle its head alone, and from far nothing. */
export type Nearness = "near" | "middle" | "far";

export const NEAR = 0.75;
const FAR = 0.45;

export function nearnessOf(zoom: number): Nearness {
  // Zooms are sums of steps: what shows as 75 % is near.
  const shown = Math.round(zoom * 100) / 100;
  return shown >= NEAR ? "near" : shown >= FAR ? "middle" : "far";
}

/** From where one looks. Told as a word, so that panning draws nothing anew. */
export function useNearness(): Nearness {
  return useStore((state) => nearnessOf(state.transform[2]));
}
