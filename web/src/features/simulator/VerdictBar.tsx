import type { ReactNode } from "react";
import type { VerdictCounts } from "@/api/schema";
import { cn } from "@/lib/classes";
import { FILLS, VERDICTS } from "./verdicts";

/** Counts by verdict as one bar; the numbers stand beside it. */
export function VerdictBar({ counts, className }: { counts: VerdictCounts; className?: string }): ReactNode {
  return (
    <div aria-hidden className={cn("flex h-2.5 gap-px", className)}>
      {VERDICTS.map((verdict) => counts[verdict] > 0 && <span key={verdict} className={cn("h-full rounded-[2px]", FILLS[verdict])} style={{ flexGrow: counts[verdict], flexBasis: 0 }} />)}
    </div>
  );
}
