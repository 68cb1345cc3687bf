import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { asset, schemaVersions } from "@/api/questions";
import type { DatasetSchema } from "@/api/schema";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { type ColumnAbout, VersionDiff } from "@/components/VersionDiff";
import { rollbackOf, writeChange } from "@/lib/changeText";
import { cn } from "@/lib/classes";
import { plural } from "@/lib/format";
import { columnUsage } from "./questions";
import type { TabProps } from "./tab";

/** Each version beside the one before it, with who made it. */
export function VersionsTab({ name, search, change }: TabProps): ReactNode {
  const versions = useQuery(schemaVersions({ dataset: name, limit: 100 }));
  const about = useColumnsAbout(name);
  return (
    <Answer query={versions} failed="Versions could not be loaded." loading={<div className="rounded-lg border border-line bg-surface"><SkeletonRows rows={8} /></div>}>
      {({ items, total }) => {
        if (!items.length) return <Panel title="Versions"><Empty>No schema is known yet.</Empty></Panel>;
        const index = Math.max(0, search.v ? items.findIndex((_, place) => total - place === search.v) : 0);
        return (
          <div className="grid items-start gap-3 lg:grid-cols-[1fr_minmax(280px,30%)]">
            <Panel title={items[index + 1] ? `v${total - index - 1} and v${total - index} side by side` : `v${total - index}, the first that is known`} action={items[index + 1] && <WayBack name={name} version={items[index] as DatasetSchema} />}><VersionDiff version={items[index] as DatasetSchema} before={items[index + 1]} number={total - index} about={about} /></Panel>
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

/** The class of each column, and how many people name it in queries; of those that are gone nobody is known. */
function useColumnsAbout(name: string): ReadonlyMap<string, ColumnAbout> {
  const known = useQuery(asset(name)).data;
  const usage = useQuery(columnUsage(`dataset:${name}`)).data;
  const used = new Map(usage?.columns.map((column) => [column.name, column.users_total]));
  const declared = new Map(known?.columns.map((column) => [column.name, column]));
  return new Map([...new Set([...used.keys(), ...declared.keys()])].map((column) => {
    const said = declared.get(column);
    return [column, { classification: said?.classification ?? null, isPersonal: said?.is_pii ?? false, readers: used.get(column) ?? null }];
  }));
}

/** What followed from a version, and what going back would break. */
function WayBack({ name, version }: { name: string; version: DatasetSchema }): ReactNode {
  const change = rollbackOf(version.changes).map(writeChange);
  return (
    <>
      {change.length > 0 && <Link to="/simulator" search={{ entity: name, change }} className="text-accent hover:underline">Simulate the rollback</Link>}
      <Link to="/time-machine" search={{ entity: name }} className="text-accent hover:underline">Investigate after this</Link>
    </>
  );
}
