import type { ReactNode } from "react";
import type { Band } from "@/api/schema";
import { bandScale } from "@/lib/runBars";

const WIDTH = 88;
const HEIGHT = 16;

/** How long it took on the line of what is normal. */
export function BandMark({ band, value, isBad, label }: { band: Band | null; value: number | null; isBad: boolean; label: string }): ReactNode {
  if (!band) return <span className="text-11 text-ink-3" title="Normal band from 8 successful runs on">not enough runs</span>;
  const scale = bandScale(band.low, band.high, value);
  const colour = isBad ? "var(--fail)" : scale.isOutside ? "var(--late)" : "var(--ink)";
  return (
    <svg role="img" aria-label={label} width={WIDTH} height={HEIGHT} className="block">
      <line x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} stroke="var(--line2)" />
      <rect x={scale.low * WIDTH} y={4} width={(scale.high - scale.low) * WIDTH} height={8} rx={2} fill="var(--band)" stroke="var(--line2)" />
      {scale.value !== null && <rect x={Math.min(WIDTH - 2, scale.value * WIDTH)} y={2} width={2} height={12} fill={colour} />}
    </svg>
  );
}
