import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { Answer, Boundary, Failure } from "@/components/Panel";
import { plural } from "@/lib/format";
import { ChangeBar } from "./ChangeBar";
import { Result, ResultSkeleton } from "./Result";
import { Start } from "./Start";
import { draftOf, requestOf } from "./draft";
import { simulation, useSimulate } from "./questions";
import { MOST_IN_ADDRESS, type SimulatorSearch, readSimulatorSearch } from "./search";

/** While queries are judged: for how long. */
function Elapsed(): ReactNode {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return <>Every query that touches it is being judged{seconds > 1 && <span aria-hidden>, {seconds} s</span>}</>;
}

/** What would this change break, whose is it, and how can it be made anyway? */
export function SimulatorPage({ id, search }: { id: number | null; search: SimulatorSearch }): ReactNode {
  const navigate = useNavigate();
  const found = useQuery({ ...simulation(id ?? 0), enabled: id !== null });
  // What is too long for an address is kept here only.
  const [long, setLong] = useState<Partial<SimulatorSearch>>({});
  const kept = found.data && draftOf(found.data);
  // What one has begun to write comes before what was simulated.
  const draft: SimulatorSearch = { ...kept, ...search, ...long };
  const view = (next: Partial<SimulatorSearch>): void => void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ asOf: before.asOf, ...readSimulatorSearch({ ...before, ...next }) }) as SimulatorSearch });
  const change = (next: Partial<SimulatorSearch>): void => {
    const scripts = Object.entries(next).filter(([key]) => key === "ddl" || key === "model");
    if (scripts.length) setLong(Object.fromEntries(scripts.filter(([, text]) => typeof text === "string" && text.length > MOST_IN_ADDRESS)));
    view(next);
  };
  const run = useSimulate((made) => void navigate({ to: "/simulator/$id", params: { id: String(made.id) }, search: readSimulatorSearch({ entity: draft.entity, mode: draft.mode, change: draft.change, ddl: draft.ddl, model: draft.model }) }));
  const simulate = (): void => {
    const asked = requestOf(draft);
    if (asked) run.mutate(asked);
  };
  const judged = found.data?.coverage;
  const note = run.isPending ? <Elapsed /> : judged && `${judged.analysed} of ${plural(judged.touching, "text")} judged`;
  return (
    <div>
      <ChangeBar draft={draft} change={change} simulate={simulate} isRunning={run.isPending} note={note} />
      <div className="mx-auto grid max-w-[1720px] gap-3 p-5">
        {run.isError && <div className="rounded-lg border border-fail-line bg-surface"><Failure title="Nothing was simulated." error={run.error} retry={simulate} /></div>}
        <Boundary what="The simulation">
          {run.isPending ? <div role="status" aria-label="simulating"><ResultSkeleton /></div>
            : id === null ? <Start entity={draft.entity} />
              : <Answer query={found} failed={`Simulation ${id} could not be loaded.`} loading={<ResultSkeleton />}>{(data) => <Result result={data} search={search} view={view} />}</Answer>}
        </Boundary>
      </div>
    </div>
  );
}
