/** Where classified data flows, as numbers, as a graph and as rows; pure. */
import type { ColumnFlow, FlowSource, Node } from "@/api/schema";
import { toCsv } from "./csv";
import { type NodeId, asNodeId, firstOwner, shortName } from "./entity";
import { type Box, type Layout, type Line, rankLayout } from "./layout";

export type Effect = ColumnFlow["effect"];
export const EFFECTS = ["kept", "lowered", "ended", "indirect"] as const satisfies readonly Effect[];

/** Columns that no other traced column is made from: where the data comes in. */
export function origins(sources: readonly FlowSource[]): readonly FlowSource[] {
  const traced = new Set(sources.map((one) => one.column.id));
  return sources.filter((one) => !one.upstream.items.some((id) => traced.has(id)));
}

export interface FlowCounts {
  readonly sources: number;
  /** Columns that hold it as it came, with the origins. */
  readonly clear: number;
  readonly clearDatasets: number;
  readonly lowered: number;
  readonly indirect: number;
  readonly inheriting: number;
  readonly undeclared: number;
}

export function flowCounts(sources: readonly FlowSource[]): FlowCounts {
  const places = sources.flatMap((one) => one.flows.items);
  const of = (effect: Effect): Set<string> => new Set(places.filter((one) => one.effect === effect).map((one) => one.column.id));
  const clear = new Set([...sources.map((one) => one.column.id), ...of("kept")]);
  const lowered = [...of("lowered")].filter((id) => !clear.has(id));
  const inheriting = new Set(places.filter((one) => one.effect === "kept").map((one) => one.column.id));
  return {
    sources: origins(sources).length, clear: clear.size, clearDatasets: new Set([...clear].map(datasetOf)).size, lowered: lowered.length, indirect: of("indirect").size,
    inheriting: inheriting.size, undeclared: new Set(places.filter((one) => one.undeclared).map((one) => one.column.id)).size,
  };
}

function datasetOf(id: string): string {
  return id.replace(/^column:/, "dataset:").split("#")[0] ?? id;
}

/** What was done on the way, in the order in which it was. */
export function howOf(flow: ColumnFlow): string {
  const steps = flow.path.map((step) => (step.masking ? "masked" : step.subtype === "IDENTITY" ? "copied" : (step.description ?? step.subtype ?? step.kind).replaceAll("_", " ").toLowerCase()));
  const runs: { word: string; count: number }[] = [];
  for (const word of steps) {
    const last = runs.at(-1);
    if (last?.word === word) last.count += 1;
    else runs.push({ word, count: 1 });
  }
  const times = ["", "", " twice", " three times"];
  return runs.map(({ word, count }) => word + (times[count] ?? ` ${count} times`)).join(", then ");
}

export interface FlowRow {
  readonly id: string;
  readonly from: string;
  readonly fromId: string;
  readonly to: string;
  readonly toId: string;
  readonly node: Node;
  readonly effect: Effect;
  readonly how: string;
  readonly declared: string;
  readonly isUndeclared: boolean;
  readonly isGone: boolean;
  readonly owner: string | null;
}

function shortColumn(node: Node): string {
  return node.field ? `${shortName(node.name)}.${node.field}` : shortName(node.name);
}

function declaredWord({ declared }: ColumnFlow): string {
  return [declared?.classification, declared?.pii && "PII"].filter(Boolean).join(", ") || "nothing";
}

/** Every place that data of an origin gets to, nearest first. */
export function flowRows(sources: readonly FlowSource[], wanted: { readonly effect?: Effect; readonly indirect: boolean; readonly text: string }): readonly FlowRow[] {
  const rows = origins(sources).flatMap((source) => source.flows.items.map((flow): FlowRow => ({
    id: `${source.column.id}>${flow.column.id}>${flow.effect}`, from: shortColumn(source.column), fromId: source.column.id, to: shortColumn(flow.column), toId: flow.column.id, node: flow.column,
    effect: flow.effect, how: howOf(flow), declared: declaredWord(flow), isUndeclared: flow.undeclared, isGone: flow.gone, owner: firstOwner(flow.owners),
  })));
  const text = wanted.text.toLowerCase();
  return rows.filter((row) => (wanted.effect ? row.effect === wanted.effect : wanted.indirect || row.effect !== "indirect") && `${row.fromId} ${row.toId} ${row.owner}`.toLowerCase().includes(text));
}

export function rowsAsCsv(rows: readonly FlowRow[]): string {
  return toCsv(["from", "to", "effect", "how", "declared", "undeclared", "owner"], rows.map((row) => [row.fromId, row.toId, row.effect, row.how, row.declared, String(row.isUndeclared), row.owner]));
}

export interface FlowColumn {
  readonly name: string;
  readonly state: "clear" | "lowered";
  /** Nothing more is known to be made from it. */
  readonly isEnd: boolean;
}

export interface FlowNode {
  readonly id: NodeId;
  readonly node: Node;
  readonly columns: readonly FlowColumn[];
  readonly width: number;
  readonly height: number;
}

export interface FlowDrawing extends Layout {
  readonly nodes: readonly FlowNode[];
  readonly lines: readonly (Line & { readonly effect: Effect })[];
  readonly height: number;
}

export const FLOW_HEAD = 34;
export const FLOW_ROW = 20;
const [LEAST_WIDTH, MOST_WIDTH, LETTER, SIDES] = [150, 230, 7.4, 54];
const [RANKS_APART, NODES_APART] = [52, 14];

/** Datasets with the columns that hold it, and one line a step; what only decides is drawn on request. */
export function flowDrawing(sources: readonly FlowSource[], indirect: boolean): FlowDrawing {
  const columns = new Map<string, { node: Node; columns: Map<string, FlowColumn> }>();
  const lines = new Map<string, Line & { effect: Effect }>();
  const add = (node: Node, state: FlowColumn["state"]): void => {
    const dataset = datasetOf(node.id);
    const found = columns.get(dataset) ?? { node: { ...node, id: dataset, kind: "dataset", field: null }, columns: new Map<string, FlowColumn>() };
    columns.set(dataset, found);
    if (node.field !== null && found.columns.get(node.field)?.state !== "clear") found.columns.set(node.field, { name: node.field, state, isEnd: true });
  };
  for (const source of sources) add(source.column, "clear");
  for (const flow of sources.flatMap((one) => one.flows.items)) {
    const last = flow.path.at(-1);
    if (!last || flow.effect === "ended" || (flow.effect === "indirect" && !indirect)) continue;
    add(flow.column, flow.effect === "kept" ? "clear" : "lowered");
    const id = `${last.source}>${last.target}`;
    const before = lines.get(id);
    if (before && EFFECTS.indexOf(before.effect) <= EFFECTS.indexOf(flow.effect)) continue;
    lines.set(id, { id, source: asNodeId(datasetOf(last.source)), target: asNodeId(datasetOf(last.target)), sourcePort: last.source.split("#")[1] ?? "", targetPort: last.target.split("#")[1] ?? "", effect: flow.effect });
  }
  const drawn = [...lines.values()].filter((line) => columns.has(line.source) && columns.has(line.target) && line.source !== line.target);
  const leaving = new Set(drawn.filter((line) => line.effect !== "indirect").map((line) => `${line.source}#${line.sourcePort}`));
  const nodes = [...columns].map(([id, found]): FlowNode => {
    const rows = [...found.columns.values()].map((one) => ({ ...one, isEnd: !leaving.has(`${id}#${one.name}`) }));
    const longest = Math.max(shortName(found.node.name).length + 8, ...rows.map((row) => row.name.length + 2));
    return { id: asNodeId(id), node: found.node, columns: rows, width: Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, longest * LETTER + SIDES)), height: FLOW_HEAD + rows.length * FLOW_ROW + (rows.length ? 6 : 0) };
  });
  const boxes = nodes.map(({ id, width, height, columns: rows }): Box => ({ id, width, height, ports: { "": FLOW_HEAD / 2, ...Object.fromEntries(rows.map((row, index) => [row.name, FLOW_HEAD + index * FLOW_ROW + FLOW_ROW / 2 + 2])) } }));
  const placed = rankLayout(boxes, drawn, RANKS_APART, NODES_APART);
  return { ...placed, nodes, lines: drawn, height: Math.max(0, ...nodes.map((node) => (placed.positions.get(node.id)?.y ?? 0) + node.height)) };
}
