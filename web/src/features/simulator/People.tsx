import type { ReactNode } from "react";
import type { SimulatedUser } from "@/api/schema";
import { Empty } from "@/components/Panel";
import { cn } from "@/lib/classes";
import { VerdictBar } from "./VerdictBar";

interface Props {
  readonly users: readonly SimulatedUser[];
  readonly total: number;
  readonly chosen: string | undefined;
  readonly choose: (user: string | undefined) => void;
}

/** Whose queries touch it, most first; a click shows only theirs. */
export function People({ users, total, chosen, choose }: Props): ReactNode {
  if (users.length === 0) return <Empty>Nobody is known to query it.</Empty>;
  const most = Math.max(...users.map((user) => user.query_count));
  const number = (count: number, colour: string): ReactNode => <td className={cn("text-right", count ? colour : "text-ink-3")}>{count || "·"}</td>;
  return (
    <>
      <table className="w-full table-fixed text-12">
        <thead className="text-11 text-ink-3"><tr className="h-[30px] border-b border-line text-left [&_th]:px-2 [&_th]:font-normal"><th scope="col" className="w-[32%]">Person</th><th scope="col" className="w-10 text-right">All</th><th scope="col"><span className="sr-only">Bar</span></th><th scope="col" className="w-12 text-right">error</th><th scope="col" className="w-12 text-right">silent</th><th scope="col" className="w-18 text-right">no break</th></tr></thead>
        <tbody>
          {users.map(({ user, query_count: count, verdicts }) => (
            <tr key={user} className={cn("h-[30px] border-b border-line last:border-b-0 [&_td]:px-2", user === chosen && "bg-accent-bg")}>
              <td className="truncate"><button type="button" aria-pressed={user === chosen} title={user} onClick={() => choose(user === chosen ? undefined : user)} className="max-w-full truncate hover:underline">{user}</button></td>
              <td className="text-right font-semibold">{count}</td>
              <td><div style={{ width: `${(100 * count) / most}%` }}><VerdictBar counts={verdicts} className="h-2" /></div></td>
              {number(verdicts.will_error, "text-fail")}{number(verdicts.will_silently_change, "text-late")}{number(verdicts.safe, "")}
            </tr>
          ))}
        </tbody>
      </table>
      {users.length < total && <p className="px-2 py-1.5 text-12 text-ink-3">{users.length} of {total} shown; the tab People has all.</p>}
    </>
  );
}
