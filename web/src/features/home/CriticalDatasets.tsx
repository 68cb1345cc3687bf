import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { duePipelines } from "@/api/operations";
import { ranking, schemaChanges } from "@/api/questions";
import type { RankedDataset } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Time, ZONE } from "@/components/Time";
import { nameInSchema } from "@/lib/entity";
import { formatClock, formatCount } from "@/lib/format";
import { type DatasetState, datasetState } from "./datasetState";
import { useNight } from "./useNight";

const SHOWN = 10;
const DAY_MS = 86_400_000;
const CELL = "pr-3 text-right";
// Where there is less room, names that can be read come first.
const ROOMY = "max-[1399px]:hidden";

/** The datasets whose loss would reach the most of tier 1, and how they are. */
export function CriticalDatasets(): ReactNode {
  const ranked = useQuery(ranking({ order: "critical", limit: SHOWN }));
  const stateOf = useDatasetStates();
  return (
    <Panel title="Most critical datasets" note="by reach into tier 1">
      <Answer query={ranked} failed="The ranking could not be loaded." loading={<SkeletonRows rows={SHOWN + 1} />}>
        {(page) => (page.items.length ? <Table items={page.items} stateOf={stateOf} /> : <Empty>Not worked out yet. It follows some minutes after the first events.</Empty>)}
      </Answer>
    </Panel>
  );
}

/** From what Home asks anyway: the runs of the day, what is due, and what changed. */
function useDatasetStates(): ((item: RankedDataset) => DatasetState) | null {
  const { now, day, runs } = useNight();
  const due = useQuery({ ...duePipelines(now), enabled: now !== undefined });
  const since = now && new Date(Date.parse(now) - DAY_MS).toISOString();
  const changes = useQuery({ ...schemaChanges({ since, until: now, limit: 100 }), enabled: now !== undefined });
  if (!day.data || !due.data) return null;
  const known = { runs, due: due.data.items, changes: changes.data?.items ?? [] };
  return (item) => datasetState(item, known);
}

function Table({ items, stateOf }: { items: readonly RankedDataset[]; stateOf: ((item: RankedDataset) => DatasetState) | null }): ReactNode {
  return (
    <table className="w-full table-fixed text-12">
      <thead className="text-11 text-ink-3">
        <tr className="h-[30px] border-b border-line">
          <th scope="col" className="pr-1 pl-3 text-left font-normal">Dataset</th>
          <th scope="col" className={`${CELL} w-16 font-normal`} title="datasets downstream">Reaches</th>
          <th scope="col" className={`${CELL} ${ROOMY} w-16 font-normal`} title="people whose queries read it">Readers</th>
          <th scope="col" className="w-30 pr-3 text-left font-normal">State</th>
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
            <td className={CELL} title={`${formatCount(item.downstream_critical)} of tier 1, ${formatCount(item.downstream_dashboards)} dashboards`}>{formatCount(item.downstream)}</td>
            <td className={`${CELL} ${ROOMY}`}>{formatCount(item.readers)}</td>
            <td className="truncate pr-3 whitespace-nowrap">{stateOf ? <StateOf state={stateOf(item)} /> : <span aria-hidden className="block h-3 w-20 rounded-sm bg-band" />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function StateOf({ state: { state, word, at } }: { state: DatasetState }): ReactNode {
  return (
    <span className="flex items-center gap-1.5" title={at === null ? word : `${word} ${formatClock(new Date(at), ZONE)}`}>
      <StateGlyph state={state} label="" /><span className="truncate">{word}{at !== null && <> <Time at={new Date(at).toISOString()} on={new Date(at).toISOString()} /></>}</span>
    </span>
  );
}
