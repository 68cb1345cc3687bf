import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { useMoment } from "@/api/useMoment";
import { useSetAsOf } from "@/lib/asOf";

interface Actions {
  readonly search: () => void;
  readonly pickTime: () => void;
  readonly fold: () => void;
  readonly help: () => void;
}

// After `g`: the first letter of a page.
const PAGES: Record<string, string> = { h: "/", i: "/incidents", l: "/lineage", s: "/simulator", t: "/time-machine", c: "/compliance", p: "/pipelines", q: "/queries", e: "/events" };
const SECOND_KEY_MS = 1000;

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/** This instant; of a log that fell silent its newest event, which pages show as now. Up to the whole second after it. */
export function useFrozenNow(): () => string {
  const { asOf } = useMoment();
  return useCallback(() => new Date(Math.ceil((asOf ? Date.parse(asOf) : Date.now()) / 1000) * 1000).toISOString().replace(".000Z", "Z"), [asOf]);
}

/** The same page as of an instant, so that whoever opens it later sees what is there now. */
export function frozenAddress(href: string, instant: string): string {
  const address = new URL(href);
  if (!address.searchParams.has("asOf")) address.searchParams.set("asOf", instant);
  return address.href;
}

/** Keys that work on every page, unless one is typing. */
export function useShortcuts(actions: Actions): void {
  const navigate = useNavigate();
  const setAsOf = useSetAsOf();
  const frozenNow = useFrozenNow();
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    // By the clock of the keyboard: a page that is busy does not make two keys slower.
    let prefixAt = -SECOND_KEY_MS;
    const keys: Record<string, () => void> = {
      "/": () => latest.current.search(),
      "[": () => latest.current.fold(),
      t: () => latest.current.pickTime(),
      T: () => setAsOf(frozenNow()),
      N: () => setAsOf(undefined),
      y: () => void navigator.clipboard.writeText(location.href),
      Y: () => void navigator.clipboard.writeText(frozenAddress(location.href, frozenNow())),
      "?": () => latest.current.help(),
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        latest.current.search();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const page = event.timeStamp - prefixAt < SECOND_KEY_MS ? PAGES[event.key] : undefined;
      prefixAt = event.key === "g" ? event.timeStamp : -SECOND_KEY_MS;
      const action = page ? () => void navigate({ to: page }) : keys[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [navigate, setAsOf, frozenNow]);
}
