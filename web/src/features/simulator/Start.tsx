import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ranking } from "@/api/questions";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { nameInSchema } from "@/lib/entity";
import { plural } from "@/lib/format";
import { PastSimulations } from "./PastSimulations";

const EXAMPLES = 3;

/** Before the first run: what one can ask, examples from this warehouse, and what was asked before. */
export function Start({ entity }: { entity: string | undefined }): ReactNode {
  const ranked = useQuery(ranking({ order: "critical", limit: EXAMPLES }));
  return (
    <>
      <div>
        <h1 className="text-18 font-semibold">What would this change break?</h1>
        <p className="text-ink-2">{entity ? "Choose a change above, then press Simulate." : "Choose a dataset and a change above, then press Simulate."} Every query and job that touches it is judged against the schema before and after; nothing is executed.</p>
      </div>
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <PastSimulations title={entity ? "Past simulations of this dataset" : "Past simulations"} asset={entity} limit={10} />
        <Panel title="Examples from this warehouse">
          <Answer query={ranked} failed="Examples could not be loaded." loading={<SkeletonRows rows={EXAMPLES} />}>
            {({ items }) => (items.length === 0 ? <Empty>No lineage is known yet. Examples follow some minutes after the first events.</Empty> : (
              <ul>
                {items.map(({ dataset, downstream }) => (
                  <li key={dataset.id} className="border-b border-line last:border-b-0">
                    <Link to="/simulator" search={{ entity: `${dataset.namespace}/${dataset.name}`, change: ["drop_table"] }} className="flex h-[30px] items-center gap-2 px-3 text-12 hover:bg-sunken">
                      <span className="truncate font-mono">drop {nameInSchema(dataset.name)}</span><span className="ml-auto shrink-0 text-ink-3">reaches {plural(downstream, "dataset")}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            ))}
          </Answer>
        </Panel>
      </div>
    </>
  );
}
