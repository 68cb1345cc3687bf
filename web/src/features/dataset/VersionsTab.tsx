import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { schemaVersions } from "@/api/questions";
import type { DatasetSchema } from "@/api/schema";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { cn } from "@/lib/classes";
import { plural } from "@/lib/format";
import { sideBySide } from "@/lib/schemaDiff";
import type { TabProps } from "./tab";

const TINT = { added: "bg-ok-bg", removed: "bg-fail-bg", changed: "bg-late-bg", same: "" };

/** Each version beside the one before it, with who made it. */
export function VersionsTab({ name, search, change }: TabProps): ReactNode {
  const versions = useQuery(schemaVersions({ dataset: name, limit: 100 }));
  return (
    <Answer query={versions} failed="Versions could not be loaded." loading={<div className="rounded-lg border border-line bg-surface"><SkeletonRows rows={8} /></div>}>
      {({ items, total }) => {
        if (!items.length) return <Panel title="Versions"><Empty>No schema is known yet.</Empty></Panel>;
        const index = Math.max(0, search.v ? items.findIndex((_, place) => total - place === search.v) : 0);
        return (
          <div className="grid items-start gap-3 lg:grid-cols-[1fr_minmax(280px,30%)]">
            <Compared version={items[index] as DatasetSchema} before={items[index + 1]} number={total - index} />
            <Panel title="Versions" note={String(total)}>
              <ul>
                {items.map((version, place) => (
                  <li key={version.event_id} className="border-b border-line last:border-b-0">
                    <button type="button" aria-pressed={place === index} onClick={() => change({ tab: "versions", v: place === 0 ? undefined : total - place })} className={cn("block w-full px-3 py-2 text-left hover:bg-sunken", place === index && "bg-accent-bg hover:bg-accent-bg")}>
                      <span className="flex gap-2"><b className="font-semibold">v{total - place}</b><Time at={version.at} now={new Date()} />{version.verdict === "breaking" && <span className="ml-auto"><StateGlyph state="failed" label="broke its readers" /></span>}</span>
                      <span className="block text-12 text-ink-3">{[version.actor, version.job?.name].filter(Boolean).join(" · ")}</span>
                      <span className="block text-12 text-ink-2">{version.verdict === null ? plural(version.fields.length, "column") : version.summary}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </Panel>
          </div>
        );
      }}
    </Answer>
  );
}

function Compared({ version, before, number }: { version: DatasetSchema; before: DatasetSchema | undefined; number: number }): ReactNode {
  const rows = sideBySide(before?.fields ?? version.fields, version.fields);
  const same = rows.filter((row) => row.change === "same").length;
  return (
    <Panel title={before ? `v${number - 1} and v${number} side by side` : `v${number}, the first that is known`} note={before && `${same} unchanged`}>
      <table className="w-full table-fixed text-12">
        <thead className="text-11 text-ink-3"><tr className="h-[30px] border-b border-line text-left [&_th]:px-3 [&_th]:font-normal"><th scope="col" colSpan={2}>{before ? <>v{number - 1}, <Time at={before.at} /></> : ""}</th><th scope="col" className="w-10"><span className="sr-only">Change</span></th><th scope="col" colSpan={2}>v{number}, <Time at={version.at} /></th></tr></thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.old?.name}>${row.new?.name}`} className={cn("h-[30px] border-b border-line font-mono last:border-b-0 [&_td]:truncate [&_td]:px-3", TINT[row.change])}>
              <td className={row.change === "removed" ? "text-fail line-through" : ""}>{row.old?.name}</td><td className="text-ink-3">{row.old?.type}</td>
              <td>{row.change !== "same" && <StateGlyph state={row.change} />}</td>
              <td className={row.change === "added" ? "text-ok" : ""}>{row.new?.name}</td><td className="text-ink-3">{row.new?.type}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {version.changes[0] && <p className="border-t border-line px-3 py-2 text-12 text-ink-2">{version.changes[0].reason}</p>}
    </Panel>
  );
}
