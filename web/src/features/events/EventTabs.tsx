import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { quarantineReasons } from "@/api/operations";
import { formatCount } from "@/lib/format";

const TAB = "flex h-7 items-center gap-1.5 rounded-md px-2.5 text-13 text-ink-2 hover:bg-sunken";
const ACTIVE = { className: "bg-accent-bg font-medium text-ink shadow-[inset_0_-2px_0_var(--accent)]", "aria-current": "page" } as const;

/** The log, and what of it could not be read. */
export function EventTabs(): ReactNode {
  const aside = useQuery(quarantineReasons()).data?.events;
  return (
    <nav aria-label="Events" className="flex gap-1">
      <Link to="/events" activeOptions={{ exact: true, includeSearch: false }} activeProps={ACTIVE} className={TAB}>Events</Link>
      <Link to="/events/quarantine" activeOptions={{ includeSearch: false }} activeProps={ACTIVE} className={TAB}>Quarantine {aside !== undefined && <span className={aside ? "text-fail" : ""}>{formatCount(aside)}</span>}</Link>
    </nav>
  );
}
