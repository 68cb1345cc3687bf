/** The drawing as an SVG file with title, moment and legend; every name is escaped text. Pure. */
import { type NodeId, schemaOf, shortName } from "@/lib/entity";
import { cutMiddle } from "@/lib/format";
import { pathThrough } from "@/lib/layout";
import { HEAD, ROW, ROWS_PADDING } from "./drawing";
import { type NodeFacts, hasFailed } from "./nodeFacts";
import type { Subject } from "./subject";
import type { Drawing } from "./useDrawing";

const MARGIN = 32;
const TITLE = 44;
const LEGEND = 36;

export function escapeText(text: string): string {
  // Control characters are no XML, not even escaped.
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

export function drawingAsSvg(subject: Subject, drawing: Drawing, facts: ReadonlyMap<NodeId, NodeFacts>, colour: (token: string) => string): { text: string; width: number; height: number } {
  const { boxes, layout, lines, isCompact } = drawing;
  const far = boxes.map((box) => ({ x: (layout.positions.get(box.id)?.x ?? 0) + box.width, y: (layout.positions.get(box.id)?.y ?? 0) + box.height }));
  const width = Math.ceil(Math.max(420, ...far.map((point) => point.x)) + 2 * MARGIN);
  const height = Math.ceil(Math.max(0, ...far.map((point) => point.y)) + 2 * MARGIN + TITLE + LEGEND);
  const text = (x: number, y: number, size: number, fill: string, value: string, more = ""): string => `<text x="${x}" y="${y}" font-size="${size}" fill="${colour(fill)}" ${more}>${escapeText(value)}</text>`;
  const edges = lines.map((line) => {
    const points = layout.routes.get(line.id) ?? [];
    const end = points.at(-1);
    const head = end ? `<path d="M${end.x - 7} ${end.y - 3.5}L${end.x} ${end.y}L${end.x - 7} ${end.y + 3.5}Z" fill="${colour("edge")}"/>` : "";
    return `<path d="${pathThrough(points)}" fill="none" stroke="${colour("edge")}" stroke-width="1.4"${line.isIndirect ? ' stroke-dasharray="4 3.5"' : ""}/>${head}`;
  });
  const nodes = boxes.map((box) => {
    const node = drawing.graph.nodes.get(box.id);
    const at = layout.positions.get(box.id);
    if (!node || !at) return "";
    const job = node.jobs[0];
    const isBad = job !== undefined && hasFailed(facts.get(job)?.lastRun ?? null);
    const outline = isBad ? "fail" : box.id === drawing.graph.root ? "accent" : "line2";
    const rows = (drawing.rows.get(box.id)?.shown ?? []).map((column, index) => text(10, HEAD + ROWS_PADDING / 2 + index * ROW + 14, 11, "ink", cutMiddle(column, 26), 'font-family="monospace"'));
    const foot = job && !isCompact ? text(10, box.height - 8, 11, isBad ? "fail" : "ink3", cutMiddle(shortName(job), 30) + (isBad ? ", failed" : "")) : "";
    return `<g transform="translate(${at.x} ${at.y})"><rect width="${box.width}" height="${box.height}" rx="6" fill="${colour("surface")}" stroke="${colour(outline)}"/>${text(10, 18, 13, "ink", cutMiddle(shortName(node.entity.name), 26), 'font-weight="600"')}${isCompact ? "" : text(10, 34, 11, "ink3", cutMiddle(schemaOf(node.entity.name) || node.entity.namespace, 30))}${rows.join("")}${foot}</g>`;
  });
  const moment = subject.asOf ?? "now";
  return {
    width, height,
    text: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter, system-ui, sans-serif"><rect width="100%" height="100%" fill="${colour("bg")}"/>`
      + text(MARGIN, 30, 15, "ink", `Lineage of ${subject.entity.name}${subject.column ? `.${subject.column}` : ""}`, 'font-weight="600"') + text(MARGIN, 48, 11, "ink3", `as of ${moment}`)
      + `<g transform="translate(${MARGIN} ${MARGIN + TITLE})">${edges.join("")}${nodes.join("")}</g>`
      + text(MARGIN, height - 16, 11, "ink3", "solid: value flows · dashed: decides (filter, join, case) · red: last run failed, no new data") + "</svg>",
  };
}
