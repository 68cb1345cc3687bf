import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { graphMap } from "@/api/questions";
import type { GraphMap } from "@/api/schema";
import { EntityPicker } from "@/components/EntityPicker";
import { Answer, Boundary, Empty } from "@/components/Panel";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { useAsOf } from "@/lib/asOf";
import { formatCount, plural } from "@/lib/format";
import { useNarrow } from "@/lib/useNarrow";
import { MapCanvas } from "./MapCanvas";
import { drawnMap, keyOf } from "./drawnMap";
import { COLOURS, type MapSearch } from "./search";

const CHOICES = COLOURS.map((value) => ({ value, label: (value[0] ?? "").toUpperCase() + value.slice(1) }));

/** Everything at once: where do the datasets lie, and what is near what? A click opens the lineage there. */
export function MapPage({ search }: { search: MapSearch }): ReactNode {
  const navigate = useNavigate();
  const found = useQuery(graphMap({ as_of: useAsOf(), limit: 100_000 }));
  const isNarrow = useNarrow();
  const change = (next: Partial<MapSearch>): void => void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ ...before, ...next }) as MapSearch });
  return (
    <div className="flex h-full flex-col">
      <h1 className="sr-only">Map of everything</h1>
      <div className="flex min-h-12 flex-wrap items-center gap-2 border-b border-line bg-surface px-5 py-2">
        <EntityPicker kind="dataset" value={search.sel} onPick={(sel) => change({ sel })} />
        <span className="text-12 text-ink-3">Colour by</span><ToggleGroup label="Colour by" value={search.color ?? "tier"} choices={CHOICES} onChange={(color) => change({ color: color === "tier" ? undefined : color })} />
        <Link to="/search" className="ml-auto text-12 text-accent hover:underline">See the list</Link>
      </div>
      <div className="relative min-h-0 flex-1 bg-bg">
        <Boundary what="The map">
          {isNarrow ? <Empty>The map needs a wider window. <Link to="/search" className="text-accent hover:underline">The list</Link> has the same datasets.</Empty> : <Answer query={found} failed="The map could not be loaded." loading={<div className="h-full" />}>{(data) => <Drawn data={data} search={search} />}</Answer>}
        </Boundary>
      </div>
    </div>
  );
}

function Drawn({ data, search }: { data: GraphMap; search: MapSearch }): ReactNode {
  const navigate = useNavigate();
  const drawn = useMemo(() => drawnMap(data, search.color), [data, search.color]);
  const at = search.sel === undefined ? -1 : data.datasets.findIndex((dataset) => keyOf(dataset) === search.sel);
  const open = (place: number): void => {
    const dataset = data.datasets[place];
    if (dataset) void navigate({ to: "/lineage/$kind/$namespace/$name", params: { kind: "dataset", namespace: dataset.namespace, name: dataset.name } });
  };
  if (data.datasets.length === 0) return <Empty>No dataset is known yet. They appear with the first event that names one.</Empty>;
  return (
    <>
      <div role="img" aria-label={`Map of ${plural(data.datasets.length, "dataset")} in ${plural(drawn.discs.length, "schema")}; the list has the same.`} className="absolute inset-0"><MapCanvas drawn={drawn} selected={at < 0 ? null : at} open={open} /></div>
      <p className="pointer-events-none absolute top-3 left-5 text-13">
        <b className="font-semibold">{plural(data.datasets.length, "dataset")} in {plural(drawn.discs.length, "schema")}</b>
        <span className="text-ink-2"> · {formatCount(data.sources.length)} edges{data.edges_truncated && ", not all of them"}{data.total > data.datasets.length && ` · ${formatCount(data.datasets.length)} of ${formatCount(data.total)} shown, seen last first`}{search.sel && at < 0 && ` · ${search.sel} is not on the map`}</span>
      </p>
      <details className="absolute bottom-3 left-5 max-w-80 rounded-md border border-line bg-surface text-12">
        <summary className="px-3 py-1.5">All schemas</summary>
        <ol aria-label="Schemas" tabIndex={0} className="max-h-48 overflow-auto border-t border-line px-3 py-2">
        {drawn.discs.slice(0, 40).map((disc) => <li key={disc.group} className="flex gap-3"><span className="truncate" title={disc.group}>{disc.group}</span><span className="ml-auto text-ink-3">{formatCount(disc.count)}</span></li>)}
        {drawn.discs.length > 40 && <li className="text-ink-3">40 of {formatCount(drawn.discs.length)} shown</li>}
        </ol>
      </details>
    </>
  );
}
