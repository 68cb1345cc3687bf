import type { NodeId } from "@/lib/entity";
import { saveFile } from "@/lib/save";
import { drawingAsSvg } from "./drawingAsSvg";
import { type ListRow, rowsAsCsv } from "./listRows";
import type { NodeFacts } from "./nodeFacts";
import type { Subject } from "./subject";
import type { Drawing } from "./useDrawing";

const SCALE = 2;

/** What can be saved of what is shown. */
export function graphExports(subject: Subject, drawing: Drawing | null, facts: ReadonlyMap<NodeId, NodeFacts>, rows: readonly ListRow[]): readonly { name: string; save: () => void }[] {
  const name = `${subject.entity.name}-lineage`;
  const svg = (): { text: string; width: number; height: number } | null => drawing && drawingAsSvg(subject, drawing, facts, currentColours());
  return [
    { name: "PNG", save: () => void asPng(svg()).then((blob) => blob && saveFile(`${name}.png`, blob)) },
    { name: "SVG", save: () => { const made = svg(); if (made) saveFile(`${name}.svg`, new Blob([made.text], { type: "image/svg+xml" })); } },
    { name: "CSV of the list", save: () => saveFile(`${name}.csv`, new Blob([rowsAsCsv(rows)], { type: "text/csv" })) },
  ];
}

/** The colours of the theme as they are now, since a file has no style sheet. */
function currentColours(): (token: string) => string {
  const style = getComputedStyle(document.documentElement);
  return (token) => style.getPropertyValue(`--${token}`).trim();
}

async function asPng(svg: { text: string; width: number; height: number } | null): Promise<Blob | null> {
  if (!svg) return null;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [svg.width * SCALE, svg.height * SCALE];
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
