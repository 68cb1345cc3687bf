import type { ReactNode } from "react";
import type { Investigation } from "@/api/schema";
import { Panel } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { plural } from "@/lib/format";
import { percent } from "@/lib/investigation";

/** Failures of the same time that have nothing to do with the alert. */
export function OtherCauses({ found }: { found: Investigation }): ReactNode {
  if (found.others.length === 0) return null;
  return (
    <Panel title="Other trouble at the same time" note="not from this cause">
      <ul>
        {found.others.map((one, index) => (
          <li key={one.change?.id ?? index} className="flex min-h-[30px] items-center gap-2.5 border-b border-line px-3 text-12 last:border-b-0">
            <StateGlyph state={one.change ? "cause" : "unknown"} label="" />
            <span className="min-w-0 truncate" title={one.change?.says}>{one.change ? `${one.change.actor ?? one.change.node.name}: ${one.change.says}` : "No cause is known"}</span>
            <span className="ml-auto shrink-0 text-ink-3">{plural(one.observations.length, "failure")}{one.change && <>, {percent(one.probability)}, <Time at={one.change.at} on={found.at} /></>}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
