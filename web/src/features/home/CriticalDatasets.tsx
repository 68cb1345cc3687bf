import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ranking } from "@/api/questions";
import type { RankedDataset } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { nameInSchema } from "@/lib/entity";
import { formatCount } from "@/lib/format";

const SHOWN = 10;
const CELL = "pr-3 text-right";

/** The datasets whose loss would reach the most of tier 1. */
export function CriticalDatasets(): ReactNode {
  const ranked = useQuery(ranking({ order: "critical", limit: SHOWN }));
  return (
    <Panel title="Most critical datasets" note="by reach into tier 1">
      <Answer query={ranked} failed="The ranking could not be loaded." loading={<SkeletonRows rows={SHOWN + 1} />}>
        {(page) => (page.items.length ? <Table items={page.items} /> : <Empty>Not worked out yet. It follows some minutes after the first events.</Empty>)}
      </Answer>
    </Panel>
  );
}

function Table({ items }: { items: readonly RankedDataset[] }): ReactNode {
  return (
    <table className="w-full table-fixed text-12">
      <thead className="text-11 text-ink-3">
        <tr className="h-[30px] border-b border-line">
          <th scope="col" className="pr-1 pl-3 text-left font-normal">Dataset</th>
          <th scope="col" className={`${CELL} w-15 font-normal`}>Reaches</th>
          <th scope="col" className={`${CELL} w-16 font-normal whitespace-nowrap`}>Tier 1</th>
          <th scope="col" className={`${CELL} w-20 font-normal`}>Dashboards</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.dataset.id} className="h-[30px] border-b border-line last:border-b-0">
            <td className="pr-1 pl-3">
              <Link to="/lineage/$kind/$namespace/$name" params={{ kind: "dataset", namespace: item.dataset.namespace, name: item.dataset.name }} className="flex items-center gap-2 font-medium hover:underline" title={item.dataset.id}>
                <KindGlyph kind="dataset" /><span className="truncate">{nameInSchema(item.dataset.name)}</span>
              </Link>
            </td>
            <td className={CELL}>{formatCount(item.downstream)}</td>
            <td className={CELL}>{formatCount(item.downstream_critical)}</td>
            <td className={CELL}>{formatCount(item.downstream_dashboards)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
