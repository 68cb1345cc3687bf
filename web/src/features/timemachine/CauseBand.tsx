import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { FlaskConical, Workflow } from "lucide-react";
import { type ReactNode, useState } from "react";
import { incidents } from "@/api/questions";
import type { InvestigatedCause, Investigation } from "@/api/schema";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/classes";
import { writeChange } from "@/lib/changeText";
import { nameInSchema } from "@/lib/entity";
import { plural } from "@/lib/format";
import { ALMOST_SURE, causeSentence, gap, percent, shares } from "@/lib/investigation";
import { useKeys } from "@/lib/useKeys";
import { PostMortem } from "./PostMortem";
import type { TimeMachineSearch } from "./search";
import { lineageOf } from "./lineageOf";
import { useRollback } from "./useRollback";

const MOST_INCIDENTS = 100;

interface Props {
  readonly found: Investigation;
  readonly cause: InvestigatedCause;
  readonly view: (next: Partial<TimeMachineSearch>) => void;
}

/** Who did what and when, how sure that is, and what to do with it. */
export function CauseBand({ found, cause, view }: Props): ReactNode {
  const { change } = cause;
  const { who, did, column, where } = causeSentence(change);
  const rollback = useRollback(change);
  const navigate = useNavigate();
  // The incident that the same cause opened.
  const opened = useQuery(incidents({ limit: MOST_INCIDENTS })).data?.items.find((one) => one.cause?.id === change.id);
  const proof = lineageOf(found, cause, opened?.id);
  const simulate = rollback?.changes.length ? { entity: rollback.entity, change: rollback.changes.map(writeChange) } : null;
  useKeys({ o: () => void navigate(proof), r: () => { if (simulate) void navigate({ to: "/simulator", search: simulate }); } });
  const first = found.failures[0];
  const facts = [
    rollback?.version.job?.name,
    rollback && rollback.number > 1 && `schema v${rollback.number - 1} → v${rollback.number}`,
    first && Date.parse(first.at) >= Date.parse(change.at) && `first failure ${gap(change.at, first.at)} later`,
    `alert after ${gap(change.at, found.at)}`,
  ].filter(Boolean);
  return (
    <section aria-label="Root cause" className="grid gap-x-6 gap-y-4 rounded-lg border border-line bg-surface p-4 lg:grid-cols-[minmax(0,1fr)_minmax(340px,30%)]">
      <div className="min-w-0">
        <p className="flex items-center gap-2 text-ink-2"><StateGlyph state="cause" label="" />Root cause</p>
        <h1 className="mt-1 text-18 font-semibold break-words">{who} {did} {column && <span className="font-mono font-medium">{column}</span>} {where} at <Time at={change.at} on={found.at} /></h1>
        <p className="mt-1 text-ink-2">{facts.join(", ")}.</p>
        <div className="mt-3 flex flex-wrap gap-2">
          {simulate && <Button asChild variant="primary"><Link to="/simulator" search={simulate} title="R"><FlaskConical aria-hidden />Simulate the rollback</Link></Button>}
          <Button asChild><Link {...proof} title="O"><Workflow aria-hidden />Proof in lineage</Link></Button>
          <PostMortem found={found} />
          {opened && <Button asChild variant="ghost"><Link to="/incidents/$id" params={{ id: String(opened.id) }}>{opened.name}</Link></Button>}
          {change.kind === "schema_change" && <Button variant="ghost" onClick={() => view({ event: change.id })}>Versions side by side</Button>}
        </div>
      </div>
      <Confidence found={found} cause={cause} />
    </section>
  );
}

const SHADES = ["bg-accent", "bg-unk", "bg-line-2", "bg-band"];
const SHOWN = 2;
// Of what is a candidate nobody knows that it is not the cause.
const JUST_ABOVE_NOTHING = 1e-6;

/** One number, its word, and a bar in which the alternatives have their share. */
function Confidence({ found, cause }: { found: Investigation; cause: InvestigatedCause }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const bar = shares(found);
  const isSure = cause.probability >= 0.5;
  const others = isOpen ? found.alternatives : found.alternatives.slice(0, SHOWN);
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-2.5">
        <span className="text-24 font-semibold">{percent(Math.min(cause.probability, ALMOST_SURE))}</span>
        <span className="rounded-sm border border-accent-line bg-accent-bg px-1.5 text-11 font-medium text-accent">{found.label}</span>
        {!isSure && <span className="text-12 text-ink-2">most likely of {found.alternatives.length + 1}, not sure</span>}
      </p>
      <div aria-hidden className="mt-2 flex h-2.5 gap-0.5">{bar.map((share, index) => <span key={`${share.label}${index}`} className={cn("min-w-1 rounded-xs", SHADES[Math.min(index, 3)])} style={{ flexGrow: share.probability }} />)}</div>
      <ul className="mt-2.5 grid grid-cols-1 gap-1.5 text-12">
        <Line probability={Math.min(cause.probability, ALMOST_SURE)}><b className="font-semibold">{cause.change.says}</b> <span className="text-ink-2">explains {cause.explains.length} of {found.examined.bad_observations} failures</span></Line>
        <Line probability={Math.max(found.none_probability, JUST_ABOVE_NOTHING)}>a cause that was never recorded</Line>
        {others.map((one) => (
          <Line key={one.change.id} probability={Math.max(one.probability, JUST_ABOVE_NOTHING)}>
            <span title={`${one.change.says}${one.why_not[0] ? `: ${one.why_not[0].says}` : ""}`}>{one.why_not[0] && <span className="text-ink-2">{one.why_not[0].says}: </span>}{one.change.says} <span className="text-ink-3">{nameInSchema(one.change.node.name)}</span></span>
          </Line>
        ))}
      </ul>
      {found.alternatives.length > SHOWN && <Button variant="link" className="mt-1 text-12" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>{isOpen ? "Fewer alternatives" : plural(found.alternatives.length - SHOWN, "more alternative")}</Button>}
    </div>
  );
}

function Line({ probability, children }: { probability: number; children: ReactNode }): ReactNode {
  return <li className="flex gap-2.5"><span className="w-16 shrink-0 text-right font-medium">{percent(probability)}</span><span className="min-w-0 truncate">{children}</span></li>;
}
