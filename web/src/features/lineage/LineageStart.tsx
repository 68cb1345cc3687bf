import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ranking, schemaChanges } from "@/api/questions";
import { KindGlyph } from "@/components/KindGlyph";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { changeMark } from "@/lib/changeText";
import { nameInSchema } from "@/lib/entity";
import { formatCount } from "@/lib/format";

const SHOWN = 12;

/** No subject yet: the datasets that most depends on, and those that changed. */
export function LineageStart(): ReactNode {
  const critical = useQuery(ranking({ order: "critical", limit: SHOWN }));
  const changed = useQuery(schemaChanges({ limit: 60 }));
  return (
    <div className="mx-auto grid max-w-[1680px] gap-3 p-5">
      <header>
        <h1 className="text-18 font-semibold">Where does it come from, and where does it go?</h1>
        <p className="text-ink-2">Press <kbd className="rounded-sm border border-line-2 px-1 font-mono text-11">/</kbd> and choose a dataset, column or pipeline, begin with one of these, or look at <Link to="/map" className="text-accent underline">the map of everything</Link>.</p>
      </header>
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <Panel title="Most depends on these" note="by reach into tier 1">
          <Answer query={critical} failed="The ranking could not be loaded." loading={<SkeletonRows rows={SHOWN} />}>
            {({ items }) => items.length === 0 ? <Empty>Nothing has been ranked yet: the worker does it after the first events.</Empty> : (
              <ul>{items.map((one) => <Begin key={one.dataset.id} node={one.dataset}><span className="ml-auto text-ink-3">reaches {formatCount(one.downstream)}, {formatCount(one.downstream_critical)} of tier 1</span></Begin>)}</ul>
            )}
          </Answer>
        </Panel>
        <Panel title="Changed last">
          <Answer query={changed} failed="Schema changes could not be loaded." loading={<SkeletonRows rows={5} />}>
            {({ items }) => items.every((change) => change.verdict === null) ? <Empty>No schema has changed since it was first seen.</Empty> : (
              <ul>{items.filter((change) => change.verdict !== null).slice(0, SHOWN).map((change) => <Begin key={change.event_id} node={change.dataset}><StateGlyph state={change.verdict === "breaking" ? "removed" : "changed"} label={change.verdict ?? ""} /><span className="truncate font-mono text-ink-2" title={change.summary}>{changeMark(change)}</span><span className="ml-auto whitespace-nowrap text-ink-3"><Time at={change.at} now={new Date()} /></span></Begin>)}</ul>
            )}
          </Answer>
        </Panel>
      </div>
    </div>
  );
}

function Begin({ node, children }: { node: { readonly id: string; readonly namespace: string; readonly name: string }; children: ReactNode }): ReactNode {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link to="/lineage/$kind/$namespace/$name" params={{ kind: "dataset", namespace: node.namespace, name: node.name }} title={node.id} className="flex h-[30px] items-center gap-2 px-3 text-12 hover:bg-sunken">
        <KindGlyph kind="dataset" /><span className="truncate text-13 font-medium">{nameInSchema(node.name)}</span>{children}
      </Link>
    </li>
  );
}
