import { Link, useMatches } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";

/** Where one is: the page, then the parts of the name of what it shows. */
export function Breadcrumb(): ReactNode {
  const match = useMatches().at(-1);
  const params = (match?.params ?? {}) as Record<string, string | undefined>;
  const first = match?.pathname.split("/").find(Boolean);
  const page = first ? first[0]?.toUpperCase() + first.slice(1) : "Home";
  const subject = params.name ?? (params.id && `S-${params.id}`);
  const last = subject ?? page;
  useEffect(() => {
    document.title = subject ? `${subject} · ${page} · Headwater` : `${page} · Headwater`;
  }, [subject, page]);
  const before = subject ? [page, params.namespace].filter(Boolean) : [];
  return (
    <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5 text-13">
      {before.map((part, index) => (
        <span key={index} className="flex min-w-0 items-center gap-1.5 text-ink-2">
          {index === 0 && (part === "Lineage" || part === "Simulator") ? <Link to={part === "Lineage" ? "/lineage" : "/simulator"} className="hover:underline">{part}</Link> : <span className="truncate">{part}</span>}
          <span aria-hidden className="text-ink-3">/</span>
        </span>
      ))}
      <span className="truncate font-semibold" title={last}>{last}</span>
    </nav>
  );
}
