import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { History } from "lucide-react";
import type { ReactNode } from "react";
import { schemaChanges } from "@/api/questions";
import type { DatasetChange } from "@/api/schema";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { useAsOf } from "@/lib/asOf";
import { changeMark } from "@/lib/changeText";
import { entityParam, nameInSchema } from "@/lib/entity";

const SHOWN = 5;

/** What changed last, how bad it was, and who did it. */
export function RecentChanges(): ReactNode {
  const until = useAsOf();
  const changes = useQuery(schemaChanges({ limit: 60, until }));
  return (
    <Panel title="Recent schema changes">
      <Answer query={changes} failed="Schema changes could not be loaded." loading={<SkeletonRows rows={SHOWN} height={66} />}>
        {(page) => {
          const items = page.items.filter((change) => change.verdict !== null).slice(0, SHOWN);
          return items.length ? <ul>{items.map((change) => <Row key={change.event_id} change={change} />)}</ul> : <Empty>No schema has changed since it was first seen.</Empty>;
        }}
      </Answer>
    </Panel>
  );
}

function Row({ change }: { change: DatasetChange }): ReactNode {
  const worst = change.changes[0];
  return (
    <li className="flex gap-2.5 border-b border-line px-3 py-1.5 last:border-b-0">
      <span className="mt-0.5"><StateGlyph state={stateOf(change)} /></span>
      <div className="min-w-0 flex-1">
        <p className="flex gap-2">
          <Link to="/lineage/$kind/$namespace/$name" params={{ kind: "dataset", namespace: change.dataset.namespace, name: change.dataset.name }} className="truncate font-medium hover:underline" title={change.dataset.id}>{nameInSchema(change.dataset.name)}</Link>
          <span className="ml-auto shrink-0 text-12 text-ink-3"><Time at={change.at} now={new Date()} /></span>
        </p>
        <p className="font-mono text-12 break-words" title={change.summary}>{changeMark(change)}</p>
        <p className="flex gap-2 text-12 text-ink-3"><span className="truncate" title={worst?.reason}>{(worst?.reason ?? change.verdict ?? "").replaceAll("`", "")}</span><span className="ml-auto shrink-0">{change.actor ?? change.job?.name}</span></p>
      </div>
      <Link to="/time-machine" search={{ entity: entityParam(change.dataset) }} aria-label={`Investigate ${change.dataset.name}`} title="Investigate what followed" className="mt-0.5 self-start text-ink-3 hover:text-accent"><History className="size-4" strokeWidth={1.6} aria-hidden /></Link>
    </li>
  );
}

function stateOf(change: DatasetChange): State {
  if (change.verdict === "breaking") return "removed";
  return change.changes.every((one) => one.kind === "added") ? "added" : "changed";
}
