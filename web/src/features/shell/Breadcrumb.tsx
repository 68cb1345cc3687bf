import { Link, useMatches } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";

// Pages that begin with a choice: their name leads back to it.
const START: Record<string, "/lineage" | "/incidents" | "/simulator" | "/time-machine" | "/pipelines" | "/queries" | "/traces"> = { incidents: "/incidents", lineage: "/lineage", simulator: "/simulator", "time-machine": "/time-machine", pipelines: "/pipelines", runs: "/pipelines", queries: "/queries", traces: "/traces" };
const NAMES: Record<string, string> = { "time-machine": "Time Machine", runs: "Pipelines", search: "Datasets" };

/** What a page is about whose address says it after the question mark. */
function subjectOf(page: string | undefined, asked: Record<string, unknown>): string | undefined {
  if (page === "compliance") return typeof asked.column === "string" ? asked.column.slice(asked.column.lastIndexOf("/") + 1) : typeof asked.class === "string" ? `class ${asked.class}` : `tag ${String(asked.tag ?? "pii")}`;
  if (page !== "time-machine" || typeof asked.entity !== "string") return undefined;
  return asked.entity.slice(asked.entity.lastIndexOf("/") + 1);
}

/** `INC-7` of an incident, `S-12` of a simulation. */
function numberOf(page: string | undefined, id: string | undefined): string | undefined {
  return id && `${page === "incidents" ? "INC" : "S"}-${id.replace(/^INC-/i, "")}`;
}

/** What has no name but a long id: its first digits tell it from others. */
function shortIdOf({ runId, fingerprint, traceId }: Record<string, string | undefined>): string | undefined {
  if (runId) return `run ${runId.slice(0, 8)}`;
  return traceId ? `trace ${traceId.slice(0, 8)}` : fingerprint?.slice(0, 8);
}

/** Where one is: the page, then the parts of the name of what it shows. */
export function Breadcrumb(): ReactNode {
  const match = useMatches().at(-1);
  const params = (match?.params ?? {}) as Record<string, string | undefined>;
  const first = match?.pathname.split("/").find(Boolean);
  const page = first ? (NAMES[first] ?? (first[0]?.toUpperCase() ?? "") + first.slice(1)) : "Home";
  const asked = (match?.search ?? {}) as Record<string, unknown>;
  const subject = params.name ?? numberOf(first, params.id) ?? shortIdOf(params) ?? subjectOf(first, asked);
  const last = subject ?? page;
  useEffect(() => {
    document.title = subject ? `${subject} · ${page} · Headwater` : `${page} · Headwater`;
  }, [subject, page]);
  const start = START[first ?? ""];
  const before = subject ? [page, params.namespace].filter(Boolean) : [];
  return (
    <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5 text-13">
      {before.map((part, index) => (
        <span key={index} className="flex min-w-0 items-center gap-1.5 text-ink-2">
          {index === 0 && start ? <Link to={start} className="hover:underline">{part}</Link> : <span className="truncate">{part}</span>}
          <span aria-hidden className="text-ink-3">/</span>
        </span>
      ))}
      <span className="truncate font-semibold" title={last}>{last}</span>
    </nav>
  );
}
