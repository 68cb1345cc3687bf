import { ViewportPortal } from "@xyflow/react";
import { type ReactNode, memo, useMemo } from "react";
import { pathThrough } from "@/lib/layout";
import { type EdgeData, type EdgeLook, type LineageFlowEdge, LOOK_COLOURS, throughHeads } from "./LineageEdge";

/** From far all lines of one look are one shape: thousands of them, of which none can be pointed at, are a few to the browser. */
export const FarLines = memo(function FarLines({ edges }: { edges: readonly LineageFlowEdge[] }): ReactNode {
  const shapes = useMemo(() => farShapes(edges.flatMap(({ data }) => data ?? [])), [edges]);
  return (
    <ViewportPortal>
      <svg aria-hidden className="pointer-events-none absolute -z-1 size-px overflow-visible">
        {shapes.map(({ look, isDimmed, path }) => <path key={`${look}${isDimmed}`} d={path} fill="none" opacity={isDimmed ? 0.35 : 1} style={{ stroke: LOOK_COLOURS[look], strokeWidth: look === "plain" ? 1.4 : 4 }} />)}
      </svg>
    </ViewportPortal>
  );
});

interface Shape {
  readonly look: EdgeLook;
  readonly isDimmed: boolean;
  readonly path: string;
}

/** The plain ones first, so that what one looks for lies on top. */
export function farShapes(lines: readonly EdgeData[]): readonly Shape[] {
  const paths = new Map<string, { look: EdgeLook; isDimmed: boolean; parts: string[] }>();
  for (const line of lines) {
    const key = `${line.look}${line.isDimmed}`;
    const shape = paths.get(key) ?? { look: line.look, isDimmed: line.isDimmed, parts: [] };
    shape.parts.push(pathThrough(throughHeads(line)));
    paths.set(key, shape);
  }
  const shapes = [...paths.values()].map(({ parts, ...shape }) => ({ ...shape, path: parts.join("") }));
  return shapes.sort((a, b) => Number(b.look === "plain") - Number(a.look === "plain"));
}
