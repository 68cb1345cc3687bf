import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { Time } from "@/components/Time";
import { formatCount } from "@/lib/format";
import { queriesOf } from "./questions";
import type { TabProps } from "./tab";

/** What people ask of it, most used first. */
export function QueriesTab({ name }: TabProps): ReactNode {
  const queries = useQuery(queriesOf(name));
  return (
    <Panel title="Queries" note="most used first, literals masked">
      <Answer query={queries} failed="Queries could not be loaded." loading={<SkeletonRows rows={12} />}>
        {({ items, total }) => (items.length === 0 ? <Empty>No query has been seen.</Empty> : (
          <table className="w-full table-fixed text-12">
            <thead className="text-11 text-ink-3"><tr className="h-[30px] border-b border-line text-left [&_th]:px-3 [&_th]:font-normal"><th scope="col">Query</th><th scope="col" className="w-48">People</th><th scope="col" className="w-20 text-right">Runs</th><th scope="col" className="w-36">Last</th></tr></thead>
            <tbody>
              {items.map((query) => (
                <tr key={query.fingerprint} className="h-[30px] border-b border-line last:border-b-0 [&_td]:truncate [&_td]:px-3">
                  <td className="font-mono" title={query.text}>{query.text}</td><td>{query.users.join(", ")}</td><td className="text-right">{formatCount(query.runs)}</td><td><Time at={query.last_used} now={new Date()} /></td>
                </tr>
              ))}
            </tbody>
            <caption className="caption-bottom px-3 py-1.5 text-left text-ink-3">{items.length} of {formatCount(total)} shown</caption>
          </table>
        ))}
      </Answer>
    </Panel>
  );
}
