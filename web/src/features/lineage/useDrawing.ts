import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { dataset } from "@/api/questions";
import type { DatasetDetail } from "@/api/schema";
import { layOut } from "@/lib/elkLayout";
import type { NodeId } from "@/lib/entity";
import type { Box, Layout, Line } from "@/lib/layout";
import type { LineageGraph } from "@/lib/lineageGraph";
import { type Rows, boxOf, compactBoxOf, isCompactOf, linesOf, rowsOf } from "./drawing";

export interface Drawing {
  readonly graph: LineageGraph;
  readonly rows: ReadonlyMap<NodeId, Rows>;
  readonly boxes: readonly Box[];
  readonly lines: ReturnType<typeof linesOf>;
  readonly layout: Layout;
  /** Names and states alone. */
  readonly isCompact: boolean;
}

/** The columns of the schema that held at a moment. */
export function columnsAt(detail: DatasetDetail | undefined, asOf: string | undefined): readonly string[] | undefined {
  const versions = detail?.schema_versions.items ?? [];
  const at = asOf ? Date.parse(asOf) : Infinity;
  const version = versions.find((one) => Date.parse(one.valid_from) <= at && (one.valid_to === null || Date.parse(one.valid_to) > at)) ?? versions[0];
  return version?.fields.map((field) => String(field.name));
}

/** The columns of the nodes that are open. */
function useOpenColumns(open: readonly NodeId[], asOf: string | undefined): ReadonlyMap<NodeId, readonly string[]> {
  const answers = useQueries({ queries: open.map((id) => dataset(id.replace(/^dataset:/, ""))) });
  const data = answers.map((answer) => answer.data);
  return useMemo(() => {
    const found = new Map<NodeId, readonly string[]>();
    open.forEach((id, index) => {
      const columns = columnsAt(data[index], asOf);
      if (columns) found.set(id, columns);
    });
    return found;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the answers decide, not the list that holds them
  }, [asOf, open.join(" "), ...data]);
}

/** A graph with the place of everything; the drawing before stays until the new one is laid out. */
export function useDrawing(graph: LineageGraph | null, open: readonly NodeId[], asOf: string | undefined): Drawing | null {
  const columns = useOpenColumns(open, asOf);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    if (!graph) return;
    const rows = new Map([...graph.nodes.values()].map((node) => [node.id, rowsOf(node, columns.get(node.id))]));
    const isCompact = isCompactOf(graph, open);
    const boxes = [...graph.nodes.values()].map((node) => isCompact ? compactBoxOf(node.id) : boxOf(node.id, rows.get(node.id) ?? { shown: [], hidden: 0 }, node.jobs.length > 0 || node.entity.kind === "group"));
    const lines = linesOf(graph, rows);
    let isCurrent = true;
    void layOut(boxes, lines as readonly Line[]).then((layout) => isCurrent && setDrawing({ graph, rows, boxes, lines, layout, isCompact }));
    return () => {
      isCurrent = false;
    };
  }, [graph, columns, open]);
  return drawing;
}
