import type { ReactNode } from "react";
import type { DatasetSchema } from "@/api/schema";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { cn } from "@/lib/classes";
import { sideBySide } from "@/lib/schemaDiff";

const TINT = { added: "bg-ok-bg", removed: "bg-fail-bg", changed: "bg-late-bg", same: "" };

/** A version of a schema beside the one before it. */
export function VersionDiff({ version, before, number }: { version: DatasetSchema; before: DatasetSchema | undefined; number: number }): ReactNode {
  const rows = sideBySide(before?.fields ?? version.fields, version.fields);
  return (
    <>
      <table className="w-full table-fixed text-12">
        <thead className="text-11 text-ink-3"><tr className="h-[30px] border-b border-line text-left [&_th]:px-3 [&_th]:font-normal"><th scope="col" colSpan={2}>{before ? <>v{number - 1}, <Time at={before.at} /></> : ""}</th><th scope="col" className="w-10"><span className="sr-only">Change</span></th><th scope="col" colSpan={2}>v{number}, <Time at={version.at} /></th></tr></thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.old?.name}>${row.new?.name}`} className={cn("h-[30px] border-b border-line font-mono last:border-b-0 [&_td]:truncate [&_td]:px-3", TINT[row.change])}>
              <td title={row.old?.name} className={row.change === "removed" ? "text-fail line-through" : ""}>{row.old?.name}</td><td className="text-ink-3">{row.old?.type}</td>
              <td>{row.change !== "same" && <StateGlyph state={row.change} />}</td>
              <td title={row.new?.name} className={row.change === "added" ? "text-ok" : ""}>{row.new?.name}</td><td className="text-ink-3">{row.new?.type}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {version.changes[0] && <p className="border-t border-line px-3 py-2 text-12 text-ink-2">{version.changes[0].reason}</p>}
    </>
  );
}
