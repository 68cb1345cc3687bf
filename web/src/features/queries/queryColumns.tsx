import { Link } from "@tanstack/react-router";
import type { ColumnDef } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { QueryItem } from "@/api/schema";
import { SqlText } from "@/components/Sql";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { nameInSchema } from "@/lib/entity";
import { formatCount, plural } from "@/lib/format";
import { inOneLine } from "@/lib/sqlFragment";

const ROOM = 110;
const HEIGHT = 16;

export const QUERY_COLUMNS: readonly ColumnDef<QueryItem>[] = [
  { id: "text", header: "Query, literals masked", meta: { className: "w-full max-w-0" }, cell: ({ row: { original } }) => (
    <Link to="/queries/$fingerprint" params={original} className="block truncate font-mono hover:underline" title={original.text.slice(0, 400)}><SqlText text={inOneLine(original.text, null, ROOM).text} /></Link>
  ) },
  { id: "problems", header: () => <span className="sr-only">Analysed</span>, cell: ({ row: { original } }) => original.problems.length > 0 && <span title={original.problems.join("; ")}><StateGlyph state="unknown" label="could not be analysed in full" /></span> },
  { id: "tables", header: "Reads", meta: { className: "max-[1300px]:hidden" }, cell: ({ row: { original } }) => <span className="block max-w-52 truncate text-ink-2" title={original.datasets.join("\n")}>{tables(original)}</span> },
  { id: "people", header: "People", cell: ({ row: { original } }) => <span className="block max-w-36 truncate" title={original.users.join(", ")}>{original.users[0] ?? <span className="text-ink-3">{original.kind === "job_text" ? "jobs alone" : "nobody known"}</span>}{original.users_total > 1 && ` +${original.users_total - 1}`}</span> },
  { id: "daily", header: "30 days", cell: ({ row: { original } }) => <Daily runs={original.daily} /> },
  { id: "runs", header: "Runs", meta: { isNumber: true }, cell: ({ row: { original } }) => formatCount(original.runs) },
  { id: "last", header: "Last", cell: ({ row: { original } }) => <Time at={original.last_used} now={new Date()} /> },
];

function tables(query: QueryItem): string {
  const [first] = query.datasets;
  if (!first) return "";
  const name = nameInSchema(first.slice(first.indexOf("/") + 1));
  return query.datasets_total > 1 ? `${name} +${query.datasets_total - 1}` : name;
}

/** Runs on each of the last days, oldest left. */
export function Daily({ runs }: { runs: readonly number[] }): ReactNode {
  const most = Math.max(1, ...runs);
  return (
    <svg role="img" aria-label={`${plural(runs.reduce((sum, one) => sum + one, 0), "run")} in ${runs.length} days`} width={runs.length * 4} height={HEIGHT} className="block">
      {runs.map((one, place) => {
        const height = one === 0 ? 1 : Math.max(2, (one / most) * HEIGHT);
        return <rect key={place} x={place * 4} y={HEIGHT - height} width={3} height={height} fill={one === 0 ? "var(--line2)" : "var(--ok-fill)"} />;
      })}
    </svg>
  );
}
