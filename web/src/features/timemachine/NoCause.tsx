import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { formatCount, plural } from "@/lib/format";
import type { InvestigatedProps } from "./Investigated";

/** An answer as well: what was looked at, and what is missing. */
export function NoCause({ found, search, view }: InvestigatedProps): ReactNode {
  const { examined, node } = found;
  const isDeep = search.lookback === "7d" || search.lookback === "30d";
  const kind = node.kind === "job" ? "job" : "dataset";
  return (
    <section aria-label="Root cause" className="rounded-lg border border-line bg-surface p-4">
      <h1 className="flex items-center gap-2 text-18 font-semibold"><StateGlyph state="unknown" label="" size={16} />No cause found in the evidence</h1>
      <p className="mt-1.5 max-w-180 text-ink-2">
        Looked at {plural(examined.changes, "change")} and {plural(examined.observations, "observation")} of {plural(examined.nodes, "dataset or pipeline", "datasets and pipelines")} around <b className="font-semibold text-ink">{node.name}</b>, <Time at={found.since} /> to <Time at={found.at} />.{" "}
        {examined.changes_with_path === 0 ? "None of the changes has a path to it in the right order of time." : `${formatCount(examined.changes_with_path)} of the changes can reach it, and none of them explains it.`}
      </p>
      {found.missing.length > 0 && <div className="mt-2 max-w-180"><b className="font-semibold">Not recorded:</b><ul className="list-disc pl-5 text-ink-2">{found.missing.map((one) => <li key={one}>{one}</li>)}</ul></div>}
      <div className="mt-3 flex flex-wrap gap-2">
        {!isDeep && <Button onClick={() => view({ lookback: "7d" })}>Look back 7 days</Button>}
        <Button asChild><Link to="/lineage/$kind/$namespace/$name" params={{ kind, namespace: node.namespace, name: node.name }} search={{ dir: "up", up: 0, vs: found.since, asOf: found.at }}>What changed upstream</Link></Button>
      </div>
    </section>
  );
}
