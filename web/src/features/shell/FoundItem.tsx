import type { ReactNode } from "react";
import type { SearchResult } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { StateGlyph } from "@/components/StateGlyph";
import { firstOwner, nameInSchema } from "@/lib/entity";
import { formatCount } from "@/lib/format";
import { markRanges } from "./results";

/** One result: what it is, its name with the words marked, and what tells it from its like. */
export function FoundItem({ result }: { result: SearchResult }): ReactNode {
  const isMono = result.kind === "column" || result.kind === "query";
  return (
    <>
      <KindGlyph kind={result.kind} type={result.type} />
      <span className={`truncate ${isMono ? "font-mono text-12" : "font-medium"}`} title={result.id}><Name result={result} /></span>
      <span className="truncate text-12 text-ink-3">{aside(result)}</span>
      <span className="ml-auto flex shrink-0 items-center gap-2 text-12 text-ink-3">
        {result.dropped && <StateGlyph state="removed" label="dropped" />}
        {result.count !== null && formatCount(result.count)}
        {result.tier && <span className="rounded-sm border border-line-2 px-1 text-11">Tier {result.tier}</span>}
        {firstOwner(result.owners)}
      </span>
    </>
  );
}

// Where the name that is shown stands, by kind.
const NAMED_BY: Record<string, "field" | "description"> = { column: "field", query: "description" };
const MATCHED_BY: Record<string, string> = { column: "field", query: "sql", owner: "owner", tag: "tag" };

function Name({ result }: { result: SearchResult }): ReactNode {
  const match = result.matches.find((one) => one.field === (MATCHED_BY[result.kind] ?? "name"));
  const text = match?.text ?? result[NAMED_BY[result.kind] ?? "field"] ?? result.name;
  return markRanges(text, match?.ranges ?? []).map((part, index) =>
    part.isMatch ? <mark key={index} className="bg-transparent font-semibold text-accent">{part.text}</mark> : part.text,
  );
}

function aside(result: SearchResult): string {
  if (result.kind === "column") return nameInSchema(result.name);
  if (result.kind === "owner" || result.kind === "tag" || result.kind === "query") return "";
  return result.namespace ?? "";
}
