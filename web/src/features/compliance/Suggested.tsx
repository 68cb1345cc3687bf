import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ColumnSuggestion, SuggestionPage } from "@/api/schema";
import { Answer, Boundary, Empty, Panel } from "@/components/Panel";
import { Button } from "@/components/ui/button";
import { nameInSchema } from "@/lib/entity";
import { formatCount, plural } from "@/lib/format";
import { suggestedColumns, useDecision } from "./questions";

/** What looks personal and nobody has decided on: where a team begins that has declared nothing yet. */
export function Suggested(): ReactNode {
  const found = useQuery(suggestedColumns());
  return (
    <Boundary what="The suggestions">
      <Answer query={found} failed="Suggestions could not be loaded. Nothing was decided." loading={<div className="h-24 rounded-lg border border-line bg-surface" />}>
        {(page) => <Choices page={page} />}
      </Answer>
    </Boundary>
  );
}

function Choices({ page }: { page: SuggestionPage }): ReactNode {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const decide = useDecision(() => setChosen(new Set()));
  const { items, total } = page;
  const isAll = items.length > 0 && chosen.size === items.length;
  const toggle = (ids: readonly string[], isOn: boolean): void => setChosen(new Set([...[...chosen].filter((id) => !ids.includes(id)), ...(isOn ? ids : [])]));
  const send = (answer: "accept" | "reject"): void => decide.mutate({ [answer]: [...chosen].map((id) => id.replace(/^column:/, "")) });
  const isOff = chosen.size === 0 || decide.isPending;
  const action = items.length > 0 && <><Button disabled={isOff} onClick={() => send("accept")}>Accept {chosen.size || ""}</Button><Button disabled={isOff} onClick={() => send("reject")}>Reject {chosen.size || ""}</Button></>;
  return (
    <Panel title="Looks personal, not decided" note={`${plural(total, "column")}, by name, type or description; counted nowhere as declared`} action={action}>
      {items.length === 0 ? <Empty>{page.computed_at ? "Every column that looks personal is declared or rejected." : "Columns are looked at a moment after the first events."}</Empty> : (
        <table className="w-full text-12">
          <thead className="text-left text-ink-3">
            <tr className="border-b border-line">
              <th className="w-8 py-1 pl-3"><input type="checkbox" aria-label="Choose all that are shown" checked={isAll} onChange={() => toggle(items.map((item) => item.column.id), !isAll)} className="align-middle accent-(--accent)" /></th>
              <th className="font-normal">Column</th><th className="font-normal">Rule</th><th className="pr-3 text-right font-normal">Confidence</th>
            </tr>
          </thead>
          <tbody>{items.map((item) => <Choice key={item.column.id} item={item} isChosen={chosen.has(item.column.id)} choose={(isOn) => toggle([item.column.id], isOn)} />)}</tbody>
        </table>
      )}
      {total > items.length && <p className="border-t border-line px-3 py-1.5 text-12 text-ink-3">{formatCount(items.length)} of {formatCount(total)} shown, the most certain first.</p>}
    </Panel>
  );
}

function Choice({ item, isChosen, choose }: { item: ColumnSuggestion; isChosen: boolean; choose: (isOn: boolean) => void }): ReactNode {
  const name = `${nameInSchema(item.column.name)}.${item.column.field}`;
  return (
    <tr className="border-b border-line last:border-b-0">
      <td className="py-1 pl-3"><input type="checkbox" aria-label={`Choose ${name}`} checked={isChosen} onChange={(event) => choose(event.target.checked)} className="align-middle accent-(--accent)" /></td>
      <td className="max-w-0 truncate font-mono" title={item.column.id}>{name}</td>
      <td className="text-ink-2">{item.rule}</td>
      <td className="pr-3 text-right tabular-nums">{Math.round(item.confidence * 100)} %</td>
    </tr>
  );
}
