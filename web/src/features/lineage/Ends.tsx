import type { ReactNode } from "react";

/**
 * Where React Flow looks for the ends of lines: what its `Handle` leaves in the page, for a node that nobody connects by hand.
 * Two of those listen to every step of a panning, which is most of what a graph of a thousand nodes has to do then.
 */
export function Ends(): ReactNode {
  return (
    <>
      <span aria-hidden className="target invisible absolute top-1/2 left-0" data-handlepos="left" />
      <span aria-hidden className="source invisible absolute top-1/2 right-0" data-handlepos="right" />
    </>
  );
}
