/** What was just done, told at the foot of the page, and for some seconds to be undone. */
import { useSyncExternalStore } from "react";

export interface ToastMessage {
  readonly id: number;
  readonly text: string;
  readonly note?: string;
  readonly isBad?: boolean;
  readonly undo?: () => void;
}

/** How long a change can be undone. */
export const UNDO_MS = 10_000;

let shown: readonly ToastMessage[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly ToastMessage[]): void {
  shown = next;
  listeners.forEach((listener) => listener());
}

export function tell(message: Omit<ToastMessage, "id">): void {
  last += 1;
  set([...shown.slice(-2), { ...message, id: last }]);
}

export function dismiss(id: number): void {
  set(shown.filter((message) => message.id !== id));
}

export function useToasts(): readonly ToastMessage[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
