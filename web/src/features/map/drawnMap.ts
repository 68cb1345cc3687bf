/** The answer as what sigma draws: dots by schema, coloured by what was asked for. */
import Graph from "graphology";
import type { GraphMap, MapDataset } from "@/api/schema";
import { schemaOf, shortName } from "@/lib/entity";
import { mapLayout } from "@/lib/mapLayout";
import type { MapSearch } from "./search";

export interface DrawnMap {
  readonly graph: Graph;
  readonly discs: ReturnType<typeof mapLayout>["discs"];
}

export function keyOf({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

function groupOf(dataset: MapDataset): string {
  return [dataset.namespace, schemaOf(dataset.name)].filter(Boolean).join(" · ");
}

// As many as eyes tell apart; later groups repeat them, and the label of a disc says which it is.
const HUES = ["--accent", "--ok-fill", "--late-fill", "--pii", "--unk", "--fail", "--ctl", "--ok"];

/** The colours of today's theme: WebGL knows no variables. */
export function themeColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

const isFirst = (dataset: MapDataset): boolean => /^(1|gold|critical|platinum)$/i.test(dataset.tier ?? "");

export function drawnMap(found: GraphMap, colour: MapSearch["color"]): DrawnMap {
  const groups = found.datasets.map(groupOf);
  const { dots, discs } = mapLayout(groups.map((group) => ({ group })));
  const graph = new Graph({ type: "directed", multi: false });
  const places = new Map<string, number>();
  const hue = (value: string): string => {
    if (!places.has(value)) places.set(value, places.size);
    return themeColour(HUES[(places.get(value) ?? 0) % HUES.length] ?? "--unk");
  };
  const [plain, accent] = [themeColour("--edge"), themeColour("--accent")];
  const colours = found.datasets.map((dataset, index) => (colour === "schema" ? hue(groups[index] ?? "") : colour === "owner" ? (dataset.owner ? hue(dataset.owner) : plain) : isFirst(dataset) ? accent : plain));
  found.datasets.forEach((dataset, index) => {
    graph.addNode(index, { ...dots[index], size: isFirst(dataset) ? 5 : 3, color: colours[index], label: shortName(dataset.name), forceLabel: isFirst(dataset) && found.datasets.length < 500 });
  });
  found.sources.forEach((source, index) => {
    const target = found.targets[index];
    if (target !== undefined && target !== source) graph.mergeEdge(source, target, { size: 0.5, color: themeColour("--line2") });
  });
  return { graph, discs };
}
