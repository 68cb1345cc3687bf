import { type ReactNode, useMemo } from "react";
import type { IncidentDetail, IncidentTreeRow } from "@/api/schema";
import { BoxGraph, type BoxLook } from "@/components/BoxGraph";
import { Empty } from "@/components/Panel";
import { ZONE } from "@/components/Time";
import { boxDrawing } from "@/lib/boxGraph";
import { asNodeId, shortName } from "@/lib/entity";
import { formatOnDay } from "@/lib/format";
import { shortError } from "@/lib/incidents";
import { ROLE_STATES } from "./roles";

const MOST_PX = 720;

/** The same rows as the tree, as a graph: what the cause led to, from left to right. */
export function IncidentGraph({ data }: { data: IncidentDetail }): ReactNode {
  const drawing = useMemo(() => {
    const nodes = data.tree.map((row) => ({ id: asNodeId(row.id), label: row.role === "test" ? row.name : shortName(row.name), look: lookOf(row, data.opened_at) }));
    const links = data.tree.flatMap((row) => (row.parent === null ? [] : [{ source: asNodeId(row.parent), target: asNodeId(row.id) }]));
    return boxDrawing(nodes, links);
  }, [data.tree, data.opened_at]);
  if (data.tree.length === 0) return <Empty>Nothing is known to belong to it.</Empty>;
  return (
    <>
      <BoxGraph name="What belongs to it" drawing={drawing} most={MOST_PX} />
      {data.tree_total > data.tree.length && <p className="border-t border-line px-3 py-1.5 text-12 text-ink-3">{data.tree.length} of {data.tree_total} shown</p>}
    </>
  );
}

function lookOf(row: IncidentTreeRow, day: string): BoxLook {
  const clock = (at: string): string => formatOnDay(new Date(at), new Date(day), ZONE);
  const when = row.due_at ? `due ${clock(row.due_at)}` : row.at && clock(row.at);
  return { note: [when, row.role === "at_risk" ? "" : shortError(row.says)].filter(Boolean).join(" · "), state: ROLE_STATES[row.role], kind: row.node.kind, type: row.type, title: `${row.node.namespace}/${row.node.name}: ${row.says}` };
}
