import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ClassifiedPage, Flows, Node } from "@/api/schema";
import { Empty, Panel } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Button } from "@/components/ui/button";
import { nameInSchema } from "@/lib/entity";
import { formatCount, plural } from "@/lib/format";

const SHOWN = 6;

interface Place {
  readonly node: Node;
  readonly classification: string | null;
  readonly isPii: boolean;
  readonly why: string;
}

/** What inherits more than anybody declared of it; "Declare" gives the entry of the catalog. */
export function Undeclared({ answer, inherited, inheriting }: { answer: Flows; inherited: UseQueryResult<ClassifiedPage>; inheriting: number }): ReactNode {
  const sources = new Set(answer.sources.map((one) => one.column.id));
  const found = new Map<string, Place>();
  for (const source of answer.sources) for (const flow of source.flows.items) if (flow.undeclared) found.set(flow.column.id, { node: flow.column, classification: flow.classification, isPii: flow.pii, why: `from ${nameInSchema(source.column.name)}.${source.column.field}` });
  // Classes are worked out for all columns: what they add counts only where it comes from what was asked about.
  for (const one of inherited.data?.items ?? []) if (!found.has(one.column.id) && [one.inherited_from?.id, one.pii_from?.id].some((id) => id && sources.has(id))) found.set(one.column.id, { node: one.column, classification: one.effective.classification, isPii: one.effective.pii, why: one.why });
  const places = [...found.values()];
  return (
    <Panel title={<span className="flex items-center gap-2"><StateGlyph state={places.length ? "failed" : "succeeded"} label="" />Inherited but undeclared</span>} action={<span className="text-ink-3">{places.length}</span>}>
      {places.length === 0 ? <Empty>{inheriting > 0 ? `All ${plural(inheriting, "column")} that inherit it are declared so.` : "No column inherits it."}</Empty> : <ul>{places.slice(0, SHOWN).map((one) => <UndeclaredRow key={one.node.id} place={one} />)}</ul>}
      {places.length > SHOWN && <p className="border-t border-line px-3 py-1.5 text-12 text-ink-3">{SHOWN} of {places.length} shown; the report has all.</p>}
      {inherited.isError && <p className="border-t border-line px-3 py-1.5 text-12 text-ink-3">Inherited classes of all columns could not be loaded; these follow from the flows shown.</p>}
    </Panel>
  );
}

function UndeclaredRow({ place }: { place: Place }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const { node } = place;
  const entry = ["assets:", `  - name: ${JSON.stringify(node.name)}`, `    namespace: ${JSON.stringify(node.namespace)}`, "    type: table", "    columns:", `      - {name: ${JSON.stringify(node.field)}, isPII: ${place.isPii}, classification: ${place.classification ?? "confidential"}}`, ""].join("\n");
  return (
    <li className="flex items-center gap-2 border-b border-line px-3 py-1.5 text-12 last:border-b-0">
      <div className="min-w-0"><p className="truncate font-mono" title={node.id}>{nameInSchema(node.name)}.{node.field}</p><p className="truncate text-ink-3" title={place.why}>{place.why}</p></div>
      <Button className="ml-auto" title="Copy the entry for catalog.yaml, to be sent with `headwater ingest catalog.yaml`" onClick={() => void navigator.clipboard.writeText(entry).then(() => setCopied(true))}>{isCopied ? "Entry copied" : "Declare"}</Button>
    </li>
  );
}

/** Always shown: what is not known is not nothing. */
export function NotKnown({ answer }: { answer: Flows }): ReactNode {
  const { unknown } = answer;
  const cut = answer.total - answer.sources.length;
  return (
    <Panel title={<span className="flex items-center gap-2"><StateGlyph state={unknown ? "unknown" : "succeeded"} label="" />Not known</span>} action={<span className="text-ink-3">{formatCount(unknown?.total ?? 0)}</span>}>
      <div className="grid gap-2 p-3 text-12 text-ink-2">
        {unknown ? <p>{unknown.reason}: {unknown.datasets.map((one) => nameInSchema(one)).join(", ")}{unknown.total > unknown.datasets.length && ` and ${unknown.total - unknown.datasets.length} more`}.</p> : <p>Every edge on the way says which columns it is about.</p>}
        {cut > 0 && <p>{formatCount(answer.sources.length)} of {plural(answer.total, "source column")} are shown.</p>}
        <p className="text-ink-3">Only what a job reported, somebody declared, or SQL says is seen: copies made by hand are not.</p>
      </div>
    </Panel>
  );
}
