import { Link } from "@tanstack/react-router";
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import type { IncidentDetail } from "@/api/schema";
import { Panel } from "@/components/Panel";
import { Sql } from "@/components/Sql";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { type ChangeKind, type DraftChange, writeChange } from "@/lib/changeText";
import { nameInSchema, ownerName, shortName } from "@/lib/entity";
import { plural } from "@/lib/format";
import { mendsWords } from "@/lib/incidents";
import type { Acting } from "./useActing";

const KINDS: Record<string, ChangeKind> = { add_column: "add", drop_column: "drop", rename_column: "rename", change_type: "type", change_nullable: "nullable" };

interface Rollback {
  readonly asset: string;
  readonly changes: readonly { readonly change_type: string; readonly target: string; readonly new_type?: string; readonly new_name?: string; readonly nullable?: boolean }[];
}

function rollbackSearch(rollback: IncidentDetail["next_step"]["rollback"]): { entity: string; change: string[] } | null {
  if (rollback === null) return null;
  const { asset, changes } = rollback as unknown as Rollback;
  const drafts = changes.flatMap((one): DraftChange[] => { const kind = KINDS[one.change_type]; return kind ? [{ kind, column: one.target, value: one.new_type ?? one.new_name ?? (one.nullable === undefined ? "" : one.nullable ? "yes" : "no") }] : []; });
  return drafts.length ? { entity: asset.replace(/^dataset:/, ""), change: drafts.map(writeChange) } : null;
}

/** What to do now, with the statement, and until when it helps. */
export function NextStep({ data }: { data: IncidentDetail }): ReactNode {
  const step = data.next_step;
  const mends = mendsWords(step.mends, data.counts);
  const simulate = rollbackSearch(step.rollback);
  return (
    <Panel title="Next step" className="max-sm:rounded-none max-sm:border-x-0" action={step.deadline && step.deadline_of && <span className="flex items-center gap-1.5 rounded-sm border border-late-line bg-late-bg px-1.5 text-12 text-late"><StateGlyph state="dueLater" label="" size={12} />{shortName(step.deadline_of.name)} due <Time at={step.deadline} on={data.opened_at} /></span>}>
      <div className="grid gap-2 p-3">
        <p>{step.action}{mends && <> A revert mends <b className="font-semibold">{mends}</b> after a re-run.</>}{step.deadline && step.deadline_of && <> Start before <b className="font-semibold"><Time at={step.deadline} on={data.opened_at} /></b> to save {nameInSchema(step.deadline_of.name)}.</>}</p>
        {step.sql && <div className="relative rounded-md border border-line bg-sunken pr-8"><Sql text={step.sql} /><Button variant="ghost" size="icon" aria-label="Copy the statement" className="absolute top-1 right-1" onClick={() => void navigator.clipboard.writeText(step.sql ?? "")}><Copy aria-hidden /></Button></div>}
        <div className="flex flex-wrap items-center gap-2">{simulate && <Button asChild><Link to="/simulator" search={simulate}>Simulate the rollback</Link></Button>}{data.recovery.length > 0 && <span className="text-12 text-ink-3">then run {plural(data.recovery.length, "job")} again, in order: {data.recovery.slice(0, 3).map((one) => shortName(one.job.name)).join(", ")}{data.recovery.length > 3 && ", …"}</span>}</div>
      </div>
    </Panel>
  );
}

export function Facts({ data, acting }: { data: IncidentDetail; acting: Acting }): ReactNode {
  const rows: readonly [string, ReactNode][] = [
    ["Assignee", data.assignee ? ownerName(data.assignee) : <span key="nobody" className="text-ink-3">nobody yet {acting.person && data.state !== "resolved" && <button type="button" className="text-accent underline" onClick={() => acting.act({ kind: "assign", to: acting.person })}>take it</button>}</span>],
    ["Owners to tell", data.owners.filter((one) => !one.startsWith("team:")).map(ownerName).join(", ") || data.owners.map(ownerName).join(", ") || "nobody known"],
    ["Read since", data.readers.length ? data.readers.slice(0, 5).map((one) => `${one.name} (${one.times})`).join(", ") : "nobody, as far as queries are known"],
    ...(data.resolved_at ? [["Resolved", <span key="resolved"><Time at={data.resolved_at} now={new Date()} /> {data.resolution}</span>] as [string, ReactNode]] : []),
  ];
  return <dl className="grid grid-cols-[100px_minmax(0,1fr)] gap-y-1.5 rounded-lg border border-line bg-surface p-3 max-sm:rounded-none max-sm:border-x-0">{rows.map(([name, value]) => <div key={name} className="contents"><dt className="text-ink-3">{name}</dt><dd className="min-w-0 break-words">{value}</dd></div>)}</dl>;
}
