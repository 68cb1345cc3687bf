import type { KeyboardEvent } from "react";
import type { NodeId } from "@/lib/entity";
import type { Drawing } from "./useDrawing";
import type { FlowInput } from "./flow";

const STEPS: Record<string, "before" | "after" | "above" | "below"> = { ArrowLeft: "before", ArrowRight: "after", ArrowUp: "above", ArrowDown: "below" };

/** The node to go to from another: along an edge, or up and down within its rank. */
export function neighbour(drawing: Drawing, from: NodeId, step: "before" | "after" | "above" | "below"): NodeId | null {
  const at = drawing.layout.positions.get(from);
  if (!at) return null;
  const place = (id: NodeId): { x: number; y: number } => drawing.layout.positions.get(id) ?? at;
  if (step === "before" || step === "after") {
    const ends = drawing.lines.filter((line) => (step === "before" ? line.target : line.source) === from).map((line) => (step === "before" ? line.source : line.target));
    // The nearest in height, so that going there and back ends where it began more often than not.
    return ends.sort((a, b) => Math.abs(place(a).y - at.y) - Math.abs(place(b).y - at.y))[0] ?? null;
  }
  const sign = step === "above" ? -1 : 1;
  const rank = drawing.boxes.map((box) => box.id).filter((id) => Math.abs(place(id).x - at.x) < 100 && sign * (place(id).y - at.y) > 0);
  return rank.sort((a, b) => Math.abs(place(a).y - at.y) - Math.abs(place(b).y - at.y))[0] ?? null;
}

/** Further in the direction in which there is more; upstream of what lies upstream. */
function growAround({ drawing, beyond, grow }: FlowInput, id: NodeId, isAll: boolean): void {
  const more = beyond.get(id);
  const isUpstream = (drawing.graph.nodes.get(id)?.depth ?? 0) < 0;
  const way = more?.up && (isUpstream || !more.down) ? "up" : "down";
  if (more?.[way]) grow(id, way, isAll);
}

/** One stop for Tab; from there arrows move, Space opens, Escape clears. */
export function useGraphKeys(input: FlowInput, view: { readonly fit: () => void; readonly zoom: (by: -1 | 0 | 1) => void }): (event: KeyboardEvent) => void {
  return (event) => {
    const current = input.selected ?? input.drawing.graph.root;
    const step = STEPS[event.key];
    const next = step ? (input.selected ? neighbour(input.drawing, current, step) : current) : null;
    const acts: Record<string, () => void> = {
      " ": () => input.toggle(current), Enter: () => input.select(current), Escape: () => input.select(null),
      e: () => growAround(input, current, false), E: () => growAround(input, current, true), c: () => input.foldAgain(current), p: () => input.change({ to: current }),
      u: () => input.change({ dir: "up" }), d: () => input.change({ dir: "down" }), b: () => input.change({ dir: "both" }), L: () => input.change({ view: "list" }),
      f: view.fit, "+": () => view.zoom(1), "-": () => view.zoom(-1), 0: () => view.zoom(0),
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = next ? () => input.select(next) : acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
    if (next) requestAnimationFrame(() => document.getElementById(`node-${next}`)?.focus());
  };
}
