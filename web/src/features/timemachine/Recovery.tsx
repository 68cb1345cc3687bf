import { type ReactNode, useState } from "react";
import type { Investigation } from "@/api/schema";
import { Empty, Panel } from "@/components/Panel";
import { Button } from "@/components/ui/button";
import { groupBy } from "@/lib/collections";
import { shortName } from "@/lib/entity";
import { plural } from "@/lib/format";

const SHOWN = 2;

/** What to run again once the cause is mended; what stands in one step may run together. */
export function Recovery({ found }: { found: Investigation }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const steps = [...groupBy(found.recovery, (one) => String(one.order)).values()];
  const shown = isOpen ? steps : steps.slice(0, SHOWN);
  return (
    <Panel title="Recovery plan" note={steps.length ? `${plural(found.recovery.length, "job")} in ${plural(steps.length, "step")}` : undefined} action={steps.length > SHOWN && <Button variant="link" className="text-12" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>{isOpen ? "Show fewer" : "Show all"}</Button>}>
      {steps.length === 0 ? <Empty>No run is known that is to be repeated.</Empty> : (
        <ol className="p-3 text-12">
          {shown.map((jobs, index) => (
            <li key={index} className="flex gap-2.5 not-last:mb-2">
              <span className="w-3 shrink-0 text-right text-ink-3">{index + 1}</span>
              <ul className="grid min-w-0 flex-1 gap-1">{jobs.map((one) => <li key={one.job.id} className="flex min-w-0 gap-2" title={`${one.job.id}${one.partitions.length ? `, ${one.partitions.join(", ")}` : ""}`}><span className="truncate font-medium">{shortName(one.job.name)}</span><span className="ml-auto shrink-0 text-ink-3">{one.says}</span></li>)}</ul>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
