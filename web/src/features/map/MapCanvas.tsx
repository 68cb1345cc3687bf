import { type ReactNode, useEffect, useRef } from "react";
import Sigma from "sigma";
import { discLabels } from "./discLabels";
import { type DrawnMap, themeColour } from "./drawnMap";

interface Props {
  readonly drawn: DrawnMap;
  /** The dot that is pointed at. */
  readonly selected: number | null;
  readonly open: (place: number) => void;
}

/** Drawn by WebGL: a hundred thousand dots move smoothly. Names are painted, so that none of them can be markup. */
export function MapCanvas({ drawn, selected, open }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const opened = useRef(open);
  useEffect(() => {
    opened.current = open;
  });
  useEffect(() => {
    if (!box.current) return undefined;
    const { graph } = drawn;
    const shown = { hovered: null as string | null };
    const around = (node: string): boolean => shown.hovered === null || node === shown.hovered || graph.areNeighbors(node, shown.hovered);
    const ink = themeColour("--ink");
    const sigma = new Sigma(graph, box.current, {
      labelColor: { color: ink }, labelFont: "Inter Variable, system-ui, sans-serif", labelSize: 12, labelDensity: 0.4, labelRenderedSizeThreshold: 7, zIndex: true,
      defaultEdgeType: "line", hideEdgesOnMove: graph.size > 20_000, allowInvalidContainer: true,
      defaultDrawNodeHover: (context, data) => paintHover(context, data),
      nodeReducer: (node, data) => (around(node) ? { ...data, ...(Number(node) === selected ? { highlighted: true, size: 9, forceLabel: true } : {}) } : { ...data, color: themeColour("--line2"), label: "" }),
      edgeReducer: (edge, data) => (shown.hovered === null ? data : graph.hasExtremity(edge, shown.hovered) ? { ...data, color: themeColour("--accent"), size: 1.2, zIndex: 1 } : { ...data, hidden: true }),
    });
    const labels = discLabels(drawn, box.current);
    const placeLabels = (): void => labels.place((point) => sigma.graphToViewport(point));
    sigma.on("afterRender", placeLabels);
    placeLabels();
    sigma.on("enterNode", ({ node }) => { shown.hovered = node; sigma.refresh({ skipIndexation: true }); });
    sigma.on("leaveNode", () => { shown.hovered = null; sigma.refresh({ skipIndexation: true }); });
    sigma.on("clickNode", ({ node }) => opened.current(Number(node)));
    const place = selected === null ? undefined : sigma.getNodeDisplayData(String(selected));
    if (place) void sigma.getCamera().animate({ x: place.x, y: place.y, ratio: 0.3 }, { duration: 0 });
    return () => {
      sigma.kill();
      labels.remove();
    };
  }, [drawn, selected]);
  return <div ref={box} className="absolute inset-0" />;
}

/** A label on the surface colour, as sigma's own is always white. */
function paintHover(context: CanvasRenderingContext2D, data: { label?: string | null; x: number; y: number; size: number; color: string }): void {
  context.beginPath();
  context.arc(data.x, data.y, data.size + 2, 0, 2 * Math.PI);
  context.fillStyle = themeColour("--accent");
  context.fill();
  if (!data.label) return;
  context.font = "500 12px Inter Variable, system-ui, sans-serif";
  const width = context.measureText(data.label).width;
  context.fillStyle = themeColour("--surface");
  context.fillRect(data.x + data.size + 4, data.y - 10, width + 10, 20);
  context.fillStyle = themeColour("--ink");
  context.fillText(data.label, data.x + data.size + 9, data.y + 4);
}
