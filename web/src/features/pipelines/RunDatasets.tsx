import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Band, RunDataset, RunDetail } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { Empty, Panel } from "@/components/Panel";
import { formatCount } from "@/lib/format";
import { formatRange } from "@/lib/runBars";

/** What it read and wrote, with rows against what is normal. */
export function RunDatasets({ detail, normal }: { detail: RunDetail; normal: Band | null }): ReactNode {
  const isEmpty = detail.inputs.length + detail.outputs.length === 0;
  return (
    <Panel title="Inputs and outputs" note={normal ? `rows written, normal ${formatRange(normal.low, normal.high, formatCount)}` : undefined}>
      {isEmpty ? <Empty>The run has not said what it reads or writes.</Empty> : (
        <table className="w-full text-12">
          <thead className="text-11 text-ink-3"><tr className="h-[30px] border-b border-line text-left [&_th]:px-3 [&_th]:font-normal"><th scope="col" className="w-16"><span className="sr-only">Side</span></th><th scope="col">Dataset</th><th scope="col" className="w-24 text-right">Rows</th><th scope="col" className="w-24 text-right">Bytes</th></tr></thead>
          <tbody>
            {detail.inputs.map((dataset, place) => <Row key={`in${dataset.namespace}/${dataset.name}`} word={place === 0 ? "reads" : ""} dataset={dataset} facet="inputStatistics" normal={null} />)}
            {detail.outputs.map((dataset, place) => <Row key={`out${dataset.namespace}/${dataset.name}`} word={place === 0 ? "writes" : ""} dataset={dataset} facet="outputStatistics" normal={detail.outputs.length === 1 ? normal : null} />)}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Row({ word, dataset, facet, normal }: { word: string; dataset: RunDataset; facet: string; normal: Band | null }): ReactNode {
  const said = dataset.facets[facet]?.value as Record<string, unknown> | undefined;
  const rows = typeof said?.rowCount === "number" ? said.rowCount : null;
  const bytes = typeof said?.size === "number" ? said.size : null;
  const isOdd = rows !== null && normal !== null && (rows < normal.low || rows > normal.high);
  return (
    <tr className="h-[30px] border-b border-line last:border-b-0 [&_td]:px-3">
      <td className="text-ink-3">{word}</td>
      <td className="max-w-0 truncate"><Link to="/datasets/$namespace/$name" params={dataset} title={`${dataset.namespace}/${dataset.name}`} className="inline-flex items-center gap-2 hover:underline"><KindGlyph kind="dataset" />{dataset.name}</Link></td>
      <td className={isOdd ? "text-right font-medium text-late" : "text-right"}>{rows === null ? <span className="text-ink-3">not reported</span> : formatCount(rows)}{isOdd && <span className="sr-only">, outside of normal</span>}</td>
      <td className="text-right text-ink-2">{bytes === null ? "" : formatCount(bytes)}</td>
    </tr>
  );
}
