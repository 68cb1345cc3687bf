import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { MOST_NODES, reach } from "@/api/questions";
import type { Walk } from "@/api/schema";
import { type GraphDiff, touched } from "@/lib/diff";
import { nameInSchema } from "@/lib/entity";
import { formatCount, plural } from "@/lib/format";
import type { LineageGraph } from "@/lib/lineageGraph";
import type { LineageSearch } from "./search";
import { type Subject, walkQuery } from "./subject";
import type { Lineage } from "./useLineage";

interface Props {
  readonly subject: Subject;
  readonly lineage: Lineage;
  readonly graph: LineageGraph | null;
  readonly diff: GraphDiff | null;
  /** How many do not differ, and are not drawn; nothing while all are. */
  readonly unchanged: number | null;
  /** Whether one asked for those that do not differ. */
  readonly isSame: boolean;
  readonly path: { readonly nodes: ReadonlySet<string> } | null;
  /** Where the path is to end. */
  readonly target: string | undefined;
  readonly change: (change: Partial<LineageSearch>) => void;
}

/** The answer in a sentence, and what of it is not shown. */
export function Summary({ subject, lineage, graph, diff, unchanged, isSame, path, target, change }: Props): ReactNode {
  const beyond = useBeyond(subject, lineage);
  if (!graph) return <p className="h-9 shrink-0 px-4 py-2" />;
  const others = graph.nodes.size - 1;
  const up = [...graph.nodes.values()].filter((node) => node.depth < 0).length;
  const parts = [...beyond, ...notShown(lineage), ...origins(graph)];
  return (
    <p className="shrink-0 px-4 py-2 text-13 text-ink-2">
      <b className="font-semibold text-ink">{diff ? `${plural(diff.total, "difference")} in ${plural(touched(diff).size, "dataset")}` : others === 0 ? "Nothing reads or writes it as far as is drawn" : sentence(subject, graph, up)}</b>
      {target && path && !path.nodes.has(target) && <> · no way leads to {nameInSchema(target)} within these hops. <button type="button" className="text-accent hover:underline" onClick={() => change({ up: 0, down: 0 })}>Look at all hops</button></>}
      {unchanged !== null && unchanged > 0 && <> · {plural(unchanged, "dataset")} unchanged, hidden <button type="button" className="text-accent hover:underline" onClick={() => change({ same: 1 })}>show</button></>}
      {diff && isSame && <> · unchanged datasets are shown <button type="button" className="text-accent hover:underline" onClick={() => change({ same: undefined })}>hide</button></>}
      {parts.map((part) => <span key={part}> · {part}</span>)}
      {others === 0 && subject.level === "column" && <> · <button type="button" className="text-accent hover:underline" onClick={() => change({ level: "dataset", column: undefined })}>Show edges between datasets</button></>}
    </p>
  );
}

function sentence(subject: Subject, graph: LineageGraph, up: number): string {
  const down = graph.nodes.size - 1 - up;
  const columns = [...graph.nodes.values()].reduce((sum, node) => sum + node.columns.length, 0);
  if (subject.column) return `${plural(graph.nodes.size, "dataset")}, ${plural(columns, "column")} carry ${subject.column}`;
  const ways = [subject.dir !== "down" && `${formatCount(up)} upstream`, subject.dir !== "up" && `${formatCount(down)} downstream`].filter(Boolean).join(", ");
  return subject.level === "column" ? `${ways}, ${plural(columns, "column")}` : ways;
}

/** How many lie beyond the hops that are drawn. */
function useBeyond(subject: Subject, { walks }: Lineage): string[] {
  const isCut = (direction: Walk["direction"]): boolean => walks.some((walk) => walk.direction === direction && walk.truncated_by_depth);
  const all = walkQuery(subject, undefined);
  const up = useQuery({ ...reach("upstream", all), enabled: isCut("upstream") }).data;
  const down = useQuery({ ...reach("downstream", all), enabled: isCut("downstream") }).data;
  return walks.flatMap((walk) => {
    if (!walk.truncated_by_depth) return [];
    const whole = (walk.direction === "upstream" ? up : down)?.total;
    const more = whole ? whole.datasets + whole.columns - walk.total.datasets - walk.total.columns : 0;
    return [more > 0 ? `${formatCount(more)} more ${walk.direction}` : `more ${walk.direction} beyond these hops`];
  });
}

function notShown({ walks }: Lineage): string[] {
  return walks.flatMap((walk) => {
    const total = walk.total.datasets + walk.total.columns;
    const cut = walk.next_cursor ? [`${formatCount(MOST_NODES)} of ${formatCount(total)} ${walk.direction} shown, nearest first`] : [];
    const unknown = walk.unknown?.total ? [`${plural(walk.unknown.total, "dataset")} ${walk.direction} without a word on their columns`] : [];
    return [...cut, ...unknown, ...(walk.edges_truncated ? ["not all edges are shown"] : [])];
  });
}

function origins(graph: LineageGraph): string[] {
  const found = new Set(graph.edges.flatMap((edge) => edge.facts.map((fact) => fact.origin.replace("_", " "))));
  return found.size === 1 ? [`every edge from ${[...found][0]}`] : [];
}
