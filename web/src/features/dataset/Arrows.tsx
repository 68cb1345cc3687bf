import type { ReactNode } from "react";
import type { State } from "@/components/StateGlyph";

// The rows that the lines lead to: their height, and how far apart they stand.
const [ROW, PITCH] = [26, 32];
const WIDTH = 52;

/** Lines between the rows of one side and the dataset in the middle; red to what got no data. */
export function Arrows({ states, way }: { states: readonly (State | null)[]; way: "in" | "out" }): ReactNode {
  if (states.length === 0) return <span className="max-[1100px]:hidden" />;
  const height = states.length * PITCH - (PITCH - ROW);
  const middle = height / 2;
  return (
    <svg aria-hidden width={WIDTH} height={height} className="max-[1100px]:hidden" fill="none">
      {states.map((state, index) => {
        const y = index * PITCH + ROW / 2;
        const [from, to] = way === "in" ? [y, middle] : [middle, y];
        const colour = state === "noData" && way === "out" ? "var(--fail)" : "var(--edge)";
        return (
          <g key={index}>
            <path d={`M0 ${from}C${WIDTH / 2} ${from} ${WIDTH / 2} ${to} ${WIDTH - 6} ${to}`} stroke={colour} strokeWidth="1.4" />
            <path d={`M${WIDTH - 7} ${to - 3.5}L${WIDTH} ${to}L${WIDTH - 7} ${to + 3.5}Z`} fill={colour} />
          </g>
        );
      })}
    </svg>
  );
}
