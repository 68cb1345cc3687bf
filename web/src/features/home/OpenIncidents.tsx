import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { incidents } from "@/api/questions";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { countsWords } from "@/lib/incidents";
import { ALMOST_SURE, percent } from "@/lib/investigation";

const SHOWN = 4;

/** What is open, as sentences; one row a cause. */
export function OpenIncidents(): ReactNode {
  const open = useQuery(incidents({ state: "open", limit: SHOWN }));
  return (
    <Panel title="Open incidents" note={open.data && open.data.total > SHOWN ? `${SHOWN} of ${open.data.total}` : undefined} action={<Link to="/incidents" className="text-accent hover:underline">All</Link>}>
      <Answer query={open} failed="Incidents could not be loaded." loading={<SkeletonRows rows={2} height={46} />}>
        {({ items }) => (items.length === 0 ? <Empty>Nothing is open.</Empty> : (
          <ul>
            {items.map((one) => (
              <li key={one.id} className="border-b border-line last:border-b-0">
                <Link to="/incidents/$id" params={{ id: String(one.id) }} className="flex gap-2.5 px-3 py-1.5 hover:bg-sunken">
                  <span className="mt-0.5"><StateGlyph state={one.cause ? "failed" : "unknown"} label={one.severity} /></span>
                  <span className="min-w-0 flex-1"><span className="block truncate font-semibold" title={one.title}>{one.title}</span><span className="block truncate text-12 text-ink-3">{[one.name, one.tier && `tier ${one.tier}`, countsWords(one.counts)].filter(Boolean).join(" · ")}</span></span>
                  {one.cause && <span className="shrink-0 text-right text-12"><b className="block font-semibold">{percent(Math.min(one.confidence / 100, ALMOST_SURE))}</b><span className="text-11 text-ink-3">{one.label}</span></span>}
                  <span className="shrink-0 text-right text-12 text-ink-3"><Time at={one.opened_at} now={new Date()} /><span className="block">{one.assignee ?? "nobody yet"}</span></span>
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </Answer>
    </Panel>
  );
}
