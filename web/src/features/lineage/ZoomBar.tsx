import { useReactFlow, useStore } from "@xyflow/react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

/** How near one looks; a press on the number shows everything at its own size. */
export function ZoomBar({ fit }: { fit: () => void }): ReactNode {
  const flow = useReactFlow();
  const percent = useStore((state) => Math.round(state.transform[2] * 100));
  return (
    <>
      <Button aria-label="Zoom out" size="icon" onClick={() => void flow.zoomOut()}>−</Button>
      <Button aria-label={`Zoom ${percent} %, set to 100 %`} className="w-16 font-normal" onClick={() => void flow.zoomTo(1)}>{percent} %</Button>
      <Button aria-label="Zoom in" size="icon" onClick={() => void flow.zoomIn()}>+</Button>
      <Button onClick={fit} title="Show all of it (f)">Fit</Button>
    </>
  );
}
