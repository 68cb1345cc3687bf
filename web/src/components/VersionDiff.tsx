import type { ReactNode } from "react";
import type { DatasetSchema } from "@/api/schema";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { cn } from "@/lib/classes";
import { sideBySide } from "@/lib/schemaDiff";

const TINT = { added: "bg-ok-bg", removed: "bg-fail-bg", changed: "bg-late-bg", same: "" };

export interface ColumnAbout {
  readonly classification: string | null;
  readonly isPersonal: boolean;
  /** People whose queries name it; nothing while that is not known. */
  readonly readers: number | null;
}

function About({ of }: { of: ColumnAbout | undefined }): ReactNode {
  return (
    <>
      <td className="font-sans text-ink-2">{of?.isPersonal && <span className="mr-1.5 rounded-sm border border-pii-line px-1 text-11 text-pii">PII</span>}{of?.classification}</td>
      <td className="text-right font-sans">{of?.readers ?? ""}</td>
    </>
  );
}

/** A version of a schema beside the one before it; with what is declared of each column and who reads it, where that is told. */
export function VersionDiff({ version, before, number, about }: { version: DatasetSchema; before: DatasetSchema | undefined; number: number; about?: ReadonlyMap<string, ColumnAbout> }): ReactNode {
  const rows = sideBySide(before?.fields ?? version.fields, version.fields);
  return (
    <>
      <table className="w-full table-fixed text-12">
        <thead className="text-11 text-ink-3"><tr className="h-[30px] border-b border-line text-left [&_th]:px-3 [&_th]:font-normal"><th scope="col" colSpan={2}>{before ? <>v{number - 1}, <Time at={before.at} /></> : ""}</th><th scope="col" className="w-10"><span className="sr-only">Change</span></th><th scope="col" colSpan={2}>v{number}, <Time at={version.at} /></th>{about && <><th scope="col" className="w-28">Class</th><th scope="col" className="w-24 text-right" title="people whose queries name it">Readers</th></>}</tr></thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.old?.name}>${row.new?.name}`} className={cn("h-[30px] border-b border-line font-mono last:border-b-0 [&_td]:truncate [&_td]:px-3", TINT[row.change])}>
              <td title={row.old?.name} className={row.change === "removed" ? "text-fail line-through" : ""}>{row.old?.name}</td><td className="text-ink-3">{row.old?.type}</td>
              <td>{row.change !== "same" && <StateGlyph state={row.change} />}</td>
              <td title={row.new?.name} className={row.change === "added" ? "text-ok" : ""}>{row.new?.name}</td><td className="text-ink-3">{row.new?.type}</td>
              {about && <About of={about.get(row.new?.name ?? row.old?.name ?? "")} />}
            </tr>
          ))}
        </tbody>
      </table>
      {version.changes[0] && <p className="border-t border-line px-3 py-2 text-12 text-ink-2">{version.changes[0].reason}</p>}
    </>
  );
}
