import { X } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { assertions, runs, schemaChanges } from "@/api/questions";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { ZONE } from "@/components/Time";
import { Button } from "@/components/ui/button";
import type { GraphDiff } from "@/lib/diff";
import { changeMark, rollbackOf, writeChange } from "@/lib/changeText";
import { asNodeId, nameInSchema, shortName } from "@/lib/entity";
import { formatClock, formatMoment } from "@/lib/format";

const MOST = 60;
const MOST_CHANGES = 3;

interface Line {
  readonly key: string;
  readonly change: State;
  readonly text: string;
  readonly at?: string | null;
}

/** Every difference in words, beside the graph that shows it. */
export function DiffPanel({ diff, a, b, close }: { diff: GraphDiff; a: string; b: string | undefined; close: () => void }): ReactNode {
  // What happened between the two is the same whichever of them comes first.
  const [earlier, later] = b !== undefined && Date.parse(a) > Date.parse(b) ? [b, a] : [a, b];
  const columns = [...diff.columns].flatMap(([id, changed]) => Object.entries(changed).map(([column, change]) => ({ key: `${id}#${column}`, change, text: `${nameInSchema(id.replace(/^\w+:/, ""))}.${column}` })));
  const byId = new Map(diff.graph.edges.map((edge) => [edge.id, edge]));
  const edgeText = (id: string): string => {
    const edge = byId.get(id);
    return edge ? `${edge.sourceColumn ?? shortName(edge.source)} → ${edge.targetColumn ?? shortName(edge.target)}` : id;
  };
  const edges = [...diff.edges].map(([id, change]) => ({ key: id, change, text: edgeText(id) }));
  const ending = [...diff.ending].map((id) => ({ key: id, change: "removed" as const, text: edgeText(id) }));
  const nodes = [...diff.nodes].filter(([, change]) => change !== "changed").map(([id, change]) => ({ key: id, change, text: nameInSchema(id.replace(/^\w+:/, "")) }));
  const between = { since: earlier, until: later, limit: 200 };
  const jobs = new Set<string>([...diff.graph.nodes.values()].flatMap((node) => node.jobs));
  const failed = useQuery(runs({ ...between, state: "FAIL" })).data?.items.filter((run) => jobs.has(`job:${run.job_namespace}/${run.job_name}`)) ?? [];
  const tests = useQuery(assertions({ ...between, success: false })).data?.items.filter((test) => diff.graph.nodes.has(asNodeId(test.dataset.id))) ?? [];
  return (
    <aside aria-label="What differs" className="w-75 shrink-0 overflow-auto border-l border-line bg-surface min-[1700px]:w-100">
      <header className="flex items-center border-b border-line px-3 py-2">
        <div>
          <h2 className="text-15 font-semibold">What differs</h2>
          <p className="text-12 text-ink-3">A {formatMoment(new Date(a), ZONE)}</p>
          <p className="text-12 text-ink-3">B {b ? formatMoment(new Date(b), ZONE) : "now"}</p>
        </div>
        <Button variant="ghost" size="icon" className="ml-auto self-start" aria-label="Stop comparing" onClick={close}><X /></Button>
      </header>
      <Explained diff={diff} earlier={earlier} later={later} />
      {diff.total === 0 && <p className="p-3 text-ink-2">Nothing that is drawn differs between the two.</p>}
      <Group title="Schema" lines={columns} />
      <Group title="Edges that end at a column that is gone" lines={ending} />
      <Group title="Edges" lines={edges} />
      <Group title="Datasets" lines={nodes} />
      <Group title="Runs that failed" lines={failed.map((run) => ({ key: run.run_id, change: "failed", text: run.job_name ?? "", at: run.ended_at }))} />
      <Group title="Tests that failed" lines={tests.map((test) => ({ key: `${test.event_id}${test.name}`, change: "failed", text: test.name, at: test.at }))} />
    </aside>
  );
}

/** The schema changes between the two, with who made them, and what one does next. */
function Explained({ diff, earlier, later }: { diff: GraphDiff; earlier: string; later: string | undefined }): ReactNode {
  const found = useQuery(schemaChanges({ since: earlier, until: later, limit: 100 })).data?.items ?? [];
  const changes = found.filter((change) => change.verdict !== null && diff.graph.nodes.has(asNodeId(change.dataset.id)));
  return changes.slice(0, MOST_CHANGES).map((change) => {
    const entity = `${change.dataset.namespace}/${change.dataset.name}`;
    const rollback = rollbackOf(change.changes).map(writeChange);
    return (
      <section key={change.event_id} className="grid gap-1 border-b border-line bg-sunken px-3 py-2">
        <p className="flex gap-2"><StateGlyph state="cause" label="" /><span className="min-w-0"><b className="font-semibold">{change.actor ?? change.job?.name ?? "somebody"}</b> at {formatClock(new Date(change.at), ZONE)}, {nameInSchema(change.dataset.name)}</span></p>
        <p className="pl-5.5 font-mono text-12 break-words">{changeMark(change)}</p>
        <p className="flex gap-3 pl-5.5 text-12">
          <Link to="/time-machine" search={{ entity, at: later }} className="text-accent hover:underline">Investigate</Link>
          {rollback.length > 0 && <Link to="/simulator" search={{ entity, change: rollback }} className="text-accent hover:underline">Simulate the rollback</Link>}
        </p>
      </section>
    );
  });
}

function Group({ title, lines }: { title: string; lines: readonly Line[] }): ReactNode {
  if (!lines.length) return null;
  return (
    <section className="border-b border-line px-3 py-2">
      <h3 className="flex text-12 text-ink-3">{title}<span className="ml-auto">{lines.length}</span></h3>
      <ul>
        {lines.slice(0, MOST).map((line) => (
          <li key={line.key} className="flex items-center gap-2 py-0.5"><StateGlyph state={line.change} /><span className="min-w-0 truncate font-mono text-12" title={line.key}>{line.text}</span>{line.at && <span className="ml-auto text-12 text-ink-3">{formatClock(new Date(line.at), ZONE)}</span>}</li>
        ))}
      </ul>
      {lines.length > MOST && <p className="text-12 text-ink-3">{MOST} of {lines.length} shown</p>}
    </section>
  );
}
