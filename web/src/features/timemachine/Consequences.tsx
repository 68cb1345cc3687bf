import type { ReactNode } from "react";
import type { AffectedPerson, InvestigatedCause, Investigation, Node } from "@/api/schema";
import { Empty, Panel } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { ownerName, shortName } from "@/lib/entity";
import { formatCount, plural } from "@/lib/format";

/** What broke, in three numbers. */
export function DamageCounts({ found }: { found: Investigation }): ReactNode {
  const { failed_jobs: jobs, datasets_without_data: datasets, failing_tests: tests } = found.damage;
  const cells = [[jobs.length, "pipelines failed"], [datasets.length, "tables, no data"], [tests.length, "tests failing"]] as const;
  return (
    <section aria-label="Damage" className="grid grid-cols-3 divide-x divide-line rounded-lg border border-line bg-surface">
      {cells.map(([count, name]) => <p key={name} className="px-3 py-2 whitespace-nowrap"><b className="block text-18 font-semibold">{formatCount(count)}</b><span className="text-12 text-ink-2">{name}</span></p>)}
    </section>
  );
}

/** What to do now, and what a revert of the cause would mend and would not. */
export function RecommendedAction({ found }: { found: Investigation }): ReactNode {
  const kinds = [["run", "pipeline"], ["test", "test"]] as const;
  const all = [...found.mended_by_revert, ...found.not_mended_by_revert];
  const mended = kinds.map(([prefix, word]) => ({ word, count: found.mended_by_revert.filter((id) => id.startsWith(prefix)).length, of: all.filter((id) => id.startsWith(prefix)).length })).filter((one) => one.of > 0);
  const tables = found.damage.datasets_without_data.length;
  const readers = found.people.filter((one) => one.read.length > 0);
  return (
    <Panel title="Recommended action">
      <div className="grid gap-2 p-3">
        <p>{found.action || "None is known."}</p>
        <p className="text-12 text-ink-3">A revert would mend</p>
        <ul className="grid gap-1.5 text-12">
          {mended.map(({ word, count, of }) => <li key={word} className="flex gap-2.5"><StateGlyph state={count === of ? "succeeded" : "unknown"} label="" /><span><b className="font-medium">{count} of {plural(of, word)}</b>{word === "pipeline" && <span className="text-ink-3"> after a re-run</span>}</span></li>)}
          {tables > 0 && <li className="flex gap-2.5"><StateGlyph state="succeeded" label="" /><span><b className="font-medium">{plural(tables, "table")}</b> <span className="text-ink-3">once they are written again</span></span></li>}
          <li className="flex gap-2.5"><StateGlyph state="unknown" label="" /><span>Not mended: <span className="text-ink-2">{readers.length ? `what ${plural(readers.length, "person", "people")} read since` : "what was read or copied since, if anybody did"}</span></span></li>
        </ul>
      </div>
    </Panel>
  );
}

/** Each term of the score in words, those that speak for it first. */
export function Reasons({ cause }: { cause: InvestigatedCause }): ReactNode {
  const lines = [...cause.why.map((one) => ({ ...one, isFor: true })), ...cause.why_not.map((one) => ({ ...one, isFor: false }))];
  return (
    <Panel title="Why this cause" action={<span className="text-ink-3">{cause.why.length} for, {cause.why_not.length} against</span>}>
      {lines.length === 0 ? <Empty>No single reason stands out.</Empty> : (
        <ul className="grid gap-1.5 p-3 text-12">
          {lines.map((one) => (
            <li key={`${one.what}${one.says}`} className="flex gap-2.5" title={`${one.what}: ${one.weight > 0 ? "+" : ""}${one.weight.toFixed(2)} in log odds`}>
              <StateGlyph state={one.isFor ? "succeeded" : "removed"} label={one.isFor ? "for" : "against"} /><span className="min-w-0">{one.says[0]?.toUpperCase()}{one.says.slice(1)}</span>
              <span aria-hidden className="mt-1.5 ml-auto h-1.5 w-12 shrink-0 bg-band"><span className="block h-full bg-ok-fill" style={{ width: `${Math.min(100, Math.abs(one.weight) * 33)}%` }} /></span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const NAMED = 2;

function why(one: AffectedPerson): string {
  const names = (nodes: readonly Node[]): string => (nodes.length > NAMED ? `${nodes.slice(0, NAMED).map((node) => shortName(node.name)).join(", ")} +${nodes.length - NAMED}` : nodes.map((node) => shortName(node.name)).join(", "));
  return [one.owns.length && `owns ${names(one.owns)}`, one.read.length && `read ${names(one.read)}`, one.at_risk.length && `at risk: ${names(one.at_risk)}`].filter(Boolean).join("; ");
}

export function AffectedPeople({ found }: { found: Investigation }): ReactNode {
  return (
    <Panel title="Who is affected" action={<span className="text-ink-3">{plural(found.people.length, "person", "people")}</span>}>
      {found.people.length === 0 ? <Empty>Nobody is known to own or read what broke.</Empty> : (
        <dl className="grid grid-cols-[110px_minmax(0,1fr)] gap-x-3 gap-y-1.5 p-3 text-12">
          {found.people.map((one) => (
            <div key={one.person} className="contents"><dt className="truncate font-medium" title={one.person}>{ownerName(one.person)}</dt><dd className="line-clamp-2 text-ink-2" title={why(one)}>{why(one)}{one.last_read && <>, last <Time at={one.last_read} on={found.at} /></>}</dd></div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
