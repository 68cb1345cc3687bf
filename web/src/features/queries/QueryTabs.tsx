import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

const TAB = "flex h-7 items-center rounded-md px-2.5 text-13 text-ink-2 hover:bg-sunken";
const ACTIVE = { className: "bg-accent-bg font-medium text-ink shadow-[inset_0_-2px_0_var(--accent)]", "aria-current": "page" } as const;

/** What is asked, and which columns that reads. */
export function QueryTabs({ dataset }: { dataset?: string | undefined }): ReactNode {
  const about = dataset === undefined ? {} : { dataset };
  return (
    <nav aria-label="Queries and columns" className="flex gap-1">
      <Link to="/queries" search={about} activeOptions={{ exact: true, includeSearch: false }} activeProps={ACTIVE} className={TAB}>Queries</Link>
      <Link to="/columns" search={about} activeOptions={{ exact: true, includeSearch: false }} activeProps={ACTIVE} className={TAB}>Columns</Link>
    </nav>
  );
}
