import type { ReactNode } from "react";
import type { IncidentCounts } from "@/api/schema";
import { formatCount } from "@/lib/format";

/** How much belongs to it, in four numbers: on a phone the sentence that says so has no room. */
export function CountStrip({ counts }: { counts: IncidentCounts }): ReactNode {
  const cells = [["pipelines", counts.pipelines], ["tables", counts.tables], ["tests", counts.tests], ["at risk", counts.at_risk]] as const;
  return (
    <dl aria-label="Counts" className="grid grid-cols-4 border-y border-line bg-surface">
      {cells.map(([name, count]) => <div key={name} className="flex flex-col-reverse border-l border-line px-4 py-2 first:border-l-0"><dt className="text-12 text-ink-2">{name}</dt><dd className="text-18 font-semibold">{formatCount(count)}</dd></div>)}
    </dl>
  );
}
