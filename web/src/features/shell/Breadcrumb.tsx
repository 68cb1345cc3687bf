import { useMatches } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { cn } from "@/lib/classes";
import { type Part, Siblings } from "./Siblings";

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
  useEffect(() => {
    document.title = subject ? `${subject} · ${page} · Headwater` : `${page} · Headwater`;
  }, [subject, page]);
  const parts: readonly Part[] = [
    { text: page, of: "page" },
    ...(params.namespace ? [{ text: params.namespace, of: "namespace" } as const] : []),
    ...(subject ? [{ text: subject, of: params.name && params.namespace ? "name" : first === "incidents" ? "incident" : "other" } as const] : []),
  ];
  const kind = params.kind === "job" || first === "pipelines" ? "job" : "dataset";
  return (
    <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5 text-13">
      {parts.map((part, index) => (
        <span key={part.of} className={cn("flex min-w-0 items-center gap-1.5", index < parts.length - 1 && "text-ink-2")}>
          {index > 0 && <span aria-hidden className="text-ink-3">/</span>}
          <Siblings part={part} where={{ page: first ?? "", kind, namespace: params.namespace ?? "" }} isLast={index === parts.length - 1} />
        </span>
      ))}
    </nav>
  );
}
