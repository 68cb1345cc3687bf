import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PipelineDatasets, PipelineDetail, PipelineDataset } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { Empty, Panel } from "@/components/Panel";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { nameInSchema } from "@/lib/entity";
import { formatCount } from "@/lib/format";

/** What it reads and writes, and how fresh each is. */
export function ReadsWrites({ detail, now }: { detail: PipelineDetail; now: Date }): ReactNode {
  const isEmpty = detail.inputs.total + detail.outputs.total === 0;
  return (
    <Panel title="Reads and writes">
      {isEmpty && <Empty>No run has said what it reads or writes.</Empty>}
      {!isEmpty && <div className="grid py-1 text-12"><Side word="reads" part={detail.inputs} now={now} /><Side word="writes" part={detail.outputs} now={now} /></div>}
    </Panel>
  );
}

function Side({ word, part, now }: { word: string; part: PipelineDatasets; now: Date }): ReactNode {
  return (
    <>
      {part.items.map((dataset, place) => (
        <div key={dataset.id} className="flex h-7 items-center gap-2 px-3">
          <span className="w-12 shrink-0 text-ink-3">{place === 0 && word}</span>
          <KindGlyph kind="dataset" type={dataset.type} />
          <Link to="/datasets/$namespace/$name" params={dataset} title={dataset.id} className="min-w-0 truncate hover:underline">{nameInSchema(dataset.name)}</Link>
          <Freshness dataset={dataset} now={now} />
        </div>
      ))}
      {part.total > part.items.length && <p className="px-3 text-ink-3">{formatCount(part.items.length)} of {formatCount(part.total)} shown</p>}
    </>
  );
}

const DAY_MS = 86_400_000;

/** A schema that changed within a day is the news; then how the last writer ended. */
function Freshness({ dataset, now }: { dataset: PipelineDataset; now: Date }): ReactNode {
  const changed = dataset.versions > 1 && dataset.changed_at !== null && now.valueOf() - Date.parse(dataset.changed_at) < DAY_MS;
  const failed = dataset.writer_state === "FAIL" || dataset.writer_state === "ABORT";
  const state: State = failed ? "noData" : changed ? "changed" : dataset.written_at ? "succeeded" : "unknown";
  return (
    <span className="ml-auto flex shrink-0 items-center gap-1.5 text-ink-2">
      <span>{failed ? <>no data since <Time at={dataset.written_at} now={now} /></> : changed ? <>v{dataset.versions} since <Time at={dataset.changed_at} now={now} /></> : dataset.written_at ? <>fresh <Time at={dataset.written_at} now={now} /></> : "nobody known writes it"}</span>
      <StateGlyph state={state} label={changed && !failed ? "schema changed" : undefined} />
    </span>
  );
}
