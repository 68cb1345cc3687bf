import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useSetAsOf } from "@/lib/asOf";

interface Actions {
  readonly search: () => void;
  readonly pickTime: () => void;
  readonly fold: () => void;
}

// After `g`: the first letter of a page.
const PAGES: Record<string, string> = { h: "/", i: "/incidents", l: "/lineage", s: "/simulator", t: "/time-machine", c: "/compliance", p: "/pipelines", q: "/queries", e: "/events" };
const SECOND_KEY_MS = 1000;

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

export function frozenNow(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, "Z");
}

/** Keys that work on every page, unless one is typing. */
export function useShortcuts(actions: Actions): void {
  const navigate = useNavigate();
  const setAsOf = useSetAsOf();
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    let prefixAt = 0;
    const keys: Record<string, () => void> = {
      "/": () => latest.current.search(),
      "[": () => latest.current.fold(),
      t: () => latest.current.pickTime(),
      T: () => setAsOf(frozenNow()),
      N: () => setAsOf(undefined),
      y: () => void navigator.clipboard.writeText(location.href),
      g: () => {
        prefixAt = Date.now();
      },
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        latest.current.search();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const page = Date.now() - prefixAt < SECOND_KEY_MS ? PAGES[event.key] : undefined;
      prefixAt = 0;
      const action = page ? () => void navigate({ to: page }) : keys[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [navigate, setAsOf]);
}
