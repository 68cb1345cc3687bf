import type { ReactNode } from "react";
import { StateGlyph } from "@/components/StateGlyph";
import { formatCount } from "@/lib/format";

const WIDTH = 240;

/** Events of today beside the quota; what happens beyond it stands below. */
export function QuotaBar({ sent, quota, refuses }: { sent: number; quota: number; refuses: boolean }): ReactNode {
  const isSpent = sent >= quota;
  const part = Math.min(1, sent / quota);
  return (
    <dl>
      <dt className="text-11 text-ink-3">Quota today</dt>
      <dd>
        <svg role="img" aria-label={`${formatCount(sent)} of ${formatCount(quota)} events`} width={WIDTH} height={8} className="my-1 block">
          <rect width={WIDTH} height={8} rx={2} fill="var(--band)" />
          <rect width={Math.max(sent ? 2 : 0, part * WIDTH)} height={8} rx={2} fill={isSpent ? "var(--late-fill)" : "var(--ok-fill)"} />
        </svg>
        <span className="flex items-center gap-1.5 text-12">{isSpent && <StateGlyph state="late" />}{formatCount(sent)} of {formatCount(quota)} events</span>
      </dd>
      <dd className="text-11 text-ink-3">{refuses ? "more is refused" : "more is taken and marked"}</dd>
    </dl>
  );
}
