import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import { type ReactNode, memo, useState } from "react";
import { shortName } from "@/lib/entity";
import { formatMoment } from "@/lib/format";
import { type Point, pathThrough } from "@/lib/layout";
import type { GraphEdge } from "@/lib/lineageGraph";
import { ZONE } from "@/components/Time";
import type { OverlayLook } from "./overlay";
import { useNearness } from "./useNearness";

export type EdgeLook = "plain" | "path" | "gone" | "added" | OverlayLook;

export interface EdgeData extends Record<string, unknown> {
  readonly points: readonly Point[];
  /** How high the heads of its source and its target stand. */
  readonly heads: readonly [number, number];
  readonly edges: readonly GraphEdge[];
  readonly isIndirect: boolean;
  readonly look: EdgeLook;
  readonly isDimmed: boolean;
}

export type LineageFlowEdge = Edge<EdgeData, "lineage">;

export const LOOK_COLOURS: Record<EdgeLook, string> = { plain: "var(--edge)", path: "var(--accent)", gone: "var(--fail)", added: "var(--ok)", proof: "var(--fail)", personal: "var(--pii)", failed: "var(--fail)", late: "var(--late)", running: "var(--accent)" };
const WIDTHS: Partial<Record<EdgeLook, number>> = { proof: 2.4, failed: 1.6, late: 1.6, running: 1.6 };
const WIDTH = 2.2;

/** Pattern is dependency, arrow head is origin, width is confidence. */
export const LineageEdge = memo(function LineageEdge({ id, data }: EdgeProps<LineageFlowEdge>): ReactNode {
  const [isHovered, setHovered] = useState(false);
  const nearness = useNearness();
  if (!data) return null;
  const points = nearness === "near" ? data.points : throughHeads(data);
  const facts = data.edges.flatMap((edge) => edge.facts);
  const confidence = Math.max(...facts.map((fact) => fact.confidence));
  const origin = facts.find((fact) => fact.confidence === confidence)?.origin ?? "";
  const colour = isHovered ? LOOK_COLOURS.path : LOOK_COLOURS[data.look];
  const path = pathThrough(points);
  const strokeWidth = data.look === "plain" ? (confidence >= 0.9 ? 1.4 : 1) : (WIDTHS[data.look] ?? WIDTH);
  const middle = points[Math.floor((points.length - 1) / 2)];
  return (
    <g onMouseEnter={() => setHovered(true)} onMouseLeave={() => setHovered(false)} opacity={data.isDimmed ? 0.35 : confidence < 0.6 ? 0.6 : 1}>
      <BaseEdge id={id} path={path} interactionWidth={12} style={{ stroke: colour, strokeWidth, strokeDasharray: data.isIndirect ? "4 3.5" : undefined }} />
      <Head end={points.at(-1)} origin={origin} colour={colour} />
      {isHovered && middle && (
        <EdgeLabelRenderer>
          <div className="pointer-events-none absolute z-30 w-72 rounded-lg border border-line-2 bg-surface p-2.5 text-12 shadow-pop" style={{ transform: `translate(${middle.x + 8}px, ${middle.y + 8}px)` }}>
            <EdgeFacts edges={data.edges} />
          </div>
        </EdgeLabelRenderer>
      )}
    </g>
  );
});

/** The same way, from head to head: rows are not drawn. */
export function throughHeads({ points, heads: [from, to] }: EdgeData): readonly Point[] {
  const [first, ...rest] = points;
  const last = rest.pop();
  return first && last ? [{ x: first.x, y: from }, ...rest, { x: last.x, y: to }] : points;
}

/** Filled: from a facet. Open: read from SQL. Ring: declared. None: only inputs and outputs of a run. */
function Head({ end, origin, colour }: { end: Point | undefined; origin: string; colour: string }): ReactNode {
  if (!end || origin === "inputs_outputs") return null;
  const { x, y } = end;
  if (origin === "declared") return <circle cx={x - 3} cy={y} r="2.6" fill="var(--bg)" stroke={colour} strokeWidth="1.2" />;
  const shape = `M${x - 7} ${y - 3.5}L${x} ${y}L${x - 7} ${y + 3.5}`;
  return <path d={origin === "sql" ? shape : `${shape}Z`} fill={origin === "sql" ? "none" : colour} stroke={colour} strokeWidth={origin === "sql" ? 1.3 : 0} />;
}

function EdgeFacts({ edges }: { edges: readonly GraphEdge[] }): ReactNode {
  const [edge] = edges;
  const fact = edge?.facts[0];
  if (!edge || !fact) return null;
  const end = (name: string, column: string | null): string => column ?? shortName(name);
  return (
    <>
      <p className="font-mono break-all">{end(edge.source, edge.sourceColumn)} → {end(edge.target, edge.targetColumn)}</p>
      {edges.length > 1 && <p className="text-ink-3">and {edges.length - 1} more columns</p>}
      <p>{edge.isIndirect ? "decides" : "value flows"}{fact.subtype ? `, ${fact.subtype.toLowerCase()}` : ""}{fact.masking ? ", masked" : ""}{fact.description ? `: ${fact.description}` : ""}</p>
      <p className="text-ink-3">{fact.origin.replace("_", " ")}, confidence {fact.confidence}</p>
      {fact.job && <p className="truncate text-ink-3">by {shortName(fact.job)}</p>}
      <p className="text-ink-3">seen {formatMoment(new Date(fact.first_seen), ZONE)} to {formatMoment(new Date(fact.last_seen), ZONE)}</p>
    </>
  );
}
