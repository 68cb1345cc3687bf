import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { quarantined } from "@/api/operations";
import { Answer, SkeletonRows } from "@/components/Panel";
import { Time } from "@/components/Time";
import { formatCount } from "@/lib/format";

/** The events that were set aside for one reason, newest first. */
export function SetAsideEvents({ reason, select }: { reason: string; select: (id: string) => void }): ReactNode {
  const found = useQuery(quarantined({ reason, limit: 100 }));
  return (
    <Answer query={found} failed="The events could not be read." loading={<SkeletonRows rows={3} />}>
      {(page) => (
        <ul className="border-t border-line bg-bg text-12">
          {page.items.map((one) => (
            <li key={`${one.event_id}${one.part}`} className="border-b border-line last:border-b-0">
              <button type="button" onClick={() => select(one.event_id)} className="flex h-[30px] w-full items-center gap-3 px-8 text-left hover:bg-sunken">
                <span className="font-mono text-11">{one.event_id}</span><span className="min-w-0 truncate font-mono text-11 text-ink-3">{one.part}</span><span className="ml-auto text-ink-3"><Time at={one.at} now={new Date()} /></span>
              </button>
            </li>
          ))}
          {page.total > page.items.length && <li className="px-8 py-1.5 text-ink-3">{formatCount(page.items.length)} of {formatCount(page.total)} shown, newest first</li>}
        </ul>
      )}
    </Answer>
  );
}
