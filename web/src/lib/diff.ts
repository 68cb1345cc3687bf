/** What differs between two graphs of the same subject; pure. */
import type { NodeId } from "./entity";
import type { GraphEdge, GraphNode, LineageGraph } from "./lineageGraph";

export type Change = "added" | "removed" | "changed";

export interface ColumnChange {
  readonly column: string;
  readonly change: Change;
}

export interface SchemaChangeAt {
  readonly dataset: NodeId;
  readonly at: string;
  readonly columns: readonly ColumnChange[];
}

export interface GraphDiff {
  /** Both graphs in one, so that what is gone can be shown. */
  readonly graph: LineageGraph;
  readonly nodes: ReadonlyMap<NodeId, Change>;
  readonly edges: ReadonlyMap<string, Change>;
  /** Edges that are still said to be there, but whose column is gone. */
  readonly ending: ReadonlySet<string>;
  readonly columns: ReadonlyMap<NodeId, Readonly<Record<string, Change>>>;
  readonly total: number;
}

export function graphDiff(earlier: LineageGraph, later: LineageGraph, schemas: readonly SchemaChangeAt[]): GraphDiff {
  const nodes = new Map<NodeId, Change>();
  for (const id of later.nodes.keys()) if (!earlier.nodes.has(id)) nodes.set(id, "added");
  for (const id of earlier.nodes.keys()) if (!later.nodes.has(id)) nodes.set(id, "removed");
  const before = new Set(earlier.edges.map((edge) => edge.id));
  const after = new Set(later.edges.map((edge) => edge.id));
  const edges = new Map<string, Change>();
  for (const id of after) if (!before.has(id)) edges.set(id, "added");
  for (const id of before) if (!after.has(id)) edges.set(id, "removed");
  const graph = union(earlier, later);
  const columns = new Map<NodeId, Record<string, Change>>();
  for (const { dataset, columns: changed } of schemas) {
    if (!graph.nodes.has(dataset)) continue;
    const known = columns.get(dataset) ?? {};
    for (const { column, change } of changed) known[column] = change;
    columns.set(dataset, known);
    if (!nodes.has(dataset)) nodes.set(dataset, "changed");
  }
  const ending = new Set(graph.edges.filter((edge) => !edges.has(edge.id) && lostColumn(edge, columns)).map((edge) => edge.id));
  const columnCount = [...columns.values()].reduce((sum, one) => sum + Object.keys(one).length, 0);
  const total = [...nodes.values()].filter((change) => change !== "changed").length + edges.size + ending.size + columnCount;
  return { graph: withChanged(graph, columns), nodes, edges, ending, columns, total };
}

export type Side = "a" | "b";

/** Of both graphs in one, what held at one of the moments. */
export function sideOf(diff: GraphDiff, side: Side): LineageGraph {
  const other: Change = side === "a" ? "added" : "removed";
  const nodes = new Map<NodeId, GraphNode>();
  for (const [id, node] of diff.graph.nodes) {
    const changed = diff.columns.get(id) ?? {};
    if (id === diff.graph.root || diff.nodes.get(id) !== other) nodes.set(id, { ...node, columns: node.columns.filter((column) => changed[column] !== other) });
  }
  const edges = diff.graph.edges.filter((edge) => diff.edges.get(edge.id) !== other && nodes.has(edge.source) && nodes.has(edge.target));
  return { ...diff.graph, nodes, edges };
}

/** Datasets at which something differs, or at which an edge ends that does. */
export function touched(diff: GraphDiff): ReadonlySet<NodeId> {
  const ids = new Set<NodeId>([...diff.nodes.keys(), ...diff.columns.keys()]);
  for (const edge of diff.graph.edges) if (diff.edges.has(edge.id) || diff.ending.has(edge.id)) ids.add(edge.source).add(edge.target);
  return ids;
}

const REVERSED: Record<Change, Change> = { added: "removed", removed: "added", changed: "changed" };

/** The way back: what came is what goes. */
export function reversed(schemas: readonly SchemaChangeAt[]): readonly SchemaChangeAt[] {
  return schemas.map((one) => ({ ...one, columns: one.columns.map(({ column, change }) => ({ column, change: REVERSED[change] })) })).toReversed();
}

function lostColumn(edge: GraphEdge, columns: ReadonlyMap<NodeId, Readonly<Record<string, Change>>>): boolean {
  const isGone = (id: NodeId, column: string | null): boolean => column !== null && columns.get(id)?.[column] === "removed";
  return isGone(edge.source, edge.sourceColumn) || isGone(edge.target, edge.targetColumn);
}

function union(earlier: LineageGraph, later: LineageGraph): LineageGraph {
  const nodes = new Map(later.nodes);
  for (const [id, node] of earlier.nodes) {
    const other = nodes.get(id);
    nodes.set(id, other ? { ...other, columns: [...new Set([...other.columns, ...node.columns])], jobs: [...new Set([...other.jobs, ...node.jobs])] } : node);
  }
  const edges = new Map([...earlier.edges, ...later.edges].map((edge) => [edge.id, edge]));
  return { ...later, nodes, edges: [...edges.values()] };
}

/** Columns that changed are the first rows of their dataset, also where no edge names them. */
function withChanged(graph: LineageGraph, columns: ReadonlyMap<NodeId, Readonly<Record<string, Change>>>): LineageGraph {
  const nodes = new Map(graph.nodes);
  for (const [id, changed] of columns) {
    const node = nodes.get(id);
    if (node) nodes.set(id, { ...node, columns: [...new Set([...Object.keys(changed), ...node.columns])] });
  }
  return { ...graph, nodes };
}
