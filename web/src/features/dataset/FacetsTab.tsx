import type { ReactNode } from "react";
import { Empty, Panel } from "@/components/Panel";
import { Time } from "@/components/Time";
import type { TabProps } from "./tab";

/** What producers sent, as it came. */
export function FacetsTab({ detail }: TabProps): ReactNode {
  const facets = Object.entries(detail.facets);
  return (
    <Panel title="Facets" note="as they came, the newest of each">
      {facets.length === 0 && <Empty>No facet was sent.</Empty>}
      {facets.map(([name, facet]) => (
        <details key={name} className="border-b border-line px-3 py-1.5 last:border-b-0">
          <summary className="text-12"><span className="font-mono">{name}</span> <span className="text-ink-3"><Time at={facet.at} now={new Date()} /></span></summary>
          <pre tabIndex={0} className="overflow-auto py-1 font-mono text-11 text-ink-2">{JSON.stringify(facet.value, null, 2)}</pre>
        </details>
      ))}
    </Panel>
  );
}
