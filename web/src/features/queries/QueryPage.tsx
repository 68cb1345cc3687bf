import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { queryDetails } from "@/api/operations";
import type { QueryDetails } from "@/api/schema";
import { Answer, Boundary, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { Sql } from "@/components/Sql";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { formatCount, plural } from "@/lib/format";
import { byDataset } from "@/lib/references";
import { DailyPanel } from "./DailyPanel";
import { References } from "./References";

/** One query: who runs it, how often, and what it reads in which role. */
export function QueryPage({ fingerprint }: { fingerprint: string }): ReactNode {
  const found = useQuery(queryDetails(fingerprint));
  return (
    <Answer query={found} failed="This query could not be loaded." loading={<div className="p-5"><SkeletonRows rows={12} /></div>}>
      {(data) => <Found data={data} />}
    </Answer>
  );
}

function Found({ data }: { data: QueryDetails }): ReactNode {
  const { query } = data;
  return (
    <>
      <div className="border-b border-line bg-surface px-5 py-3">
        <h1 className="text-18 font-semibold">{sentence(data)}</h1>
        <p className="mt-1 text-12 text-ink-3"><span className="font-mono text-11">{query.fingerprint}</span> · {query.dialect ?? "dialect not known"}{query.mean_duration_ms !== null && ` · ${formatCount(query.mean_duration_ms)} ms on average`} · last <Time at={query.last_used} now={new Date()} /></p>
      </div>
      <div className="mx-auto grid max-w-[1720px] items-start gap-3 p-5 lg:grid-cols-[minmax(0,1fr)_minmax(320px,36%)]">
        <div className="grid min-w-0 gap-3">
          <Panel title="Text" note="literals masked" action={<Button variant="ghost" onClick={() => void navigator.clipboard.writeText(data.text)}><Copy aria-hidden />Copy</Button>}><Sql text={data.text} /></Panel>
          <Boundary what="Runs by day"><DailyPanel days={data.days} /></Boundary>
        </div>
        <div className="grid min-w-0 gap-3">
          <Panel title="References" note={data.references_total > data.references.length ? `${data.references.length} of ${formatCount(data.references_total)}` : "by role"}>
            {!data.analysed && <Unknown>It has not been analysed yet; that happens some seconds after it came.</Unknown>}
            {[...data.problems, ...data.errors].map((problem) => <Unknown key={problem}>{problem}</Unknown>)}
            {data.analysed && data.references.length === 0 && data.problems.length === 0 && <Empty>It references no dataset that is known.</Empty>}
            <References datasets={byDataset(data.references)} />
          </Panel>
          <Panel title="People" note={`${formatCount(data.users.length)} of ${formatCount(Math.max(query.users_total, data.users.length))}`}>
            {data.users.length === 0 ? <Empty>{query.kind === "job_text" ? "Only jobs run it." : "Nobody is known to run it."}</Empty> : (
              <table className="w-full text-12">
                <thead className="text-11 text-ink-3"><tr className="h-[30px] border-b border-line text-left [&_th]:px-3 [&_th]:font-normal"><th scope="col">Who</th><th scope="col" className="text-right">Runs</th><th scope="col">Last</th></tr></thead>
                <tbody>{data.users.map((user) => <tr key={user.name} className="h-[30px] border-b border-line last:border-b-0 [&_td]:px-3"><td>{user.name ? <Link to="/queries" search={{ user: user.name }} className="hover:underline">{user.name}</Link> : <span className="text-ink-3">not known</span>}</td><td className="text-right">{formatCount(user.runs)}</td><td><Time at={user.last_used} now={new Date()} /></td></tr>)}</tbody>
              </table>
            )}
          </Panel>
          {data.jobs.length + data.dashboards.length > 0 && <Panel title="Run by"><ul className="py-1 text-12">{[...data.jobs, ...data.dashboards].map((name) => <li key={name} className="truncate px-3 py-0.5" title={name}>{name.replace(/^job:/, "")}</li>)}</ul></Panel>}
        </div>
      </div>
    </>
  );
}

function Unknown({ children }: { children: ReactNode }): ReactNode {
  return <p className="flex gap-2 border-b border-line px-3 py-1.5 text-12"><span className="mt-0.5"><StateGlyph state="unknown" label="" /></span>{children}</p>;
}

function sentence({ query, users, jobs }: QueryDetails): string {
  const who = users[0]?.name ? `${users[0].name}${query.users_total > 1 ? ` and ${plural(query.users_total - 1, "other")}` : ""}` : jobs.length ? plural(jobs.length, "job") : "Nobody known";
  return `${who} ran it ${plural(query.runs, "time")}`;
}
