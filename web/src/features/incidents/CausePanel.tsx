import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { IncidentDetail } from "@/api/schema";
import { EntityPicker } from "@/components/EntityPicker";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { entityParam, ownerName, shortName } from "@/lib/entity";
import { plural } from "@/lib/format";
import { ALMOST_SURE, causeSentence, percent } from "@/lib/investigation";
import type { Acting } from "./useActing";

/** The cause as a sentence, how sure it is, and what people say of it. */
export function CausePanel({ data, acting }: { data: IncidentDetail; acting: Acting }): ReactNode {
  const change = data.true_cause ?? data.cause;
  const first = data.tree.find((row) => row.role === "pipeline" || row.role === "test") ?? data.tree[0];
  const asked = first && { entity: entityParam(first.node), at: data.examined_at };
  const isSure = data.cause !== null;
  return (
    <section aria-label="Cause" className="rounded-lg border border-line bg-surface max-sm:rounded-none max-sm:border-x-0">
      <div className="flex gap-4 p-4">
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 text-12 text-ink-3 max-sm:hidden"><StateGlyph state={change ? "cause" : "unknown"} label="" />{data.true_cause ? `Cause corrected by ${data.verdict_by}` : data.verdict === "confirmed" ? `Cause confirmed by ${data.verdict_by}` : "Cause found by the Time Machine"}</p>
          {change ? <CauseWords change={change} opened={data.opened_at} /> : <p className="mt-1 text-15 font-semibold">No cause found in the evidence</p>}
          {data.proof && <p className="mt-0.5 text-ink-2">{data.proof.why.slice(0, 2).map((one) => one.says).join("; ")}. Explains {plural(data.proof.explains.length, "failure")}.</p>}
          {!isSure && data.missing.map((one) => <p key={one} className="text-12 text-ink-2">{one}</p>)}
        </div>
        {isSure && <p className="shrink-0 text-right"><b className="block text-24 font-semibold">{percent(Math.min(data.proof?.probability ?? data.confidence / 100, ALMOST_SURE))}</b><span className="rounded-sm border border-accent-line bg-accent-bg px-1.5 text-11 font-medium text-accent">{data.label}</span></p>}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2">
        {data.verdict === null ? <><span className="text-ink-2 max-sm:hidden">Is this the cause?</span>{isSure && <Button onClick={() => acting.act({ kind: "confirm" })} disabled={acting.isBusy} title="V">Confirm</Button>}</> : <span className="flex items-center gap-1.5 text-12"><StateGlyph state="succeeded" label="" />{data.verdict} by {data.verdict_by}</span>}
        <Correct data={data} acting={acting} />
        <span className="text-12 text-ink-3 max-[1300px]:hidden">a confirmed cause teaches the ranking</span>
        <span className="ml-auto flex gap-2">
          {asked && <Button asChild><Link to="/time-machine" search={asked}>Time Machine</Link></Button>}
        </span>
      </div>
    </section>
  );
}

function CauseWords({ change, opened }: { change: NonNullable<IncidentDetail["cause"]>; opened: string }): ReactNode {
  const { who, did, column, where } = causeSentence(change);
  return <p className="mt-1 text-15 break-words">{who && <b className="font-semibold">{ownerName(who)} </b>}{did} {column && <span className="font-mono">{column}</span>} {where} at <b className="font-semibold"><Time at={change.at} on={opened} /></b></p>;
}

/** One of the alternatives, or something else; and a line of why. */
function Correct({ data, acting }: { data: IncidentDetail; acting: Acting }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [change, setChange] = useState<string | null>(null);
  const [asset, setAsset] = useState<string | undefined>(undefined);
  const [says, setSays] = useState("");
  const [why, setWhy] = useState("");
  const isElse = change === null;
  const isReady = why.trim() !== "" && (!isElse || (asset !== undefined && says.trim() !== ""));
  const send = (): void => acting.act({ kind: "correct", correction: isElse ? { why, asset, says } : { why, change } }, () => setOpen(false));
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild><Button>Correct it</Button></PopoverTrigger>
      <PopoverContent label="Correct the cause" align="start" className="w-105 max-w-[calc(100vw-24px)] p-3">
        <form className="grid gap-2" onSubmit={(event) => { event.preventDefault(); if (isReady) send(); }}>
          <fieldset className="grid max-h-60 gap-1 overflow-auto"><legend className="text-12 text-ink-3">What was it?</legend>
            {data.alternatives.map((one) => <label key={one.change.id} className="flex items-start gap-2 text-12"><input type="radio" name="cause" className="mt-0.5" checked={change === one.change.id} onChange={() => setChange(one.change.id)} /><span className="min-w-0 break-words">{one.change.says} <span className="text-ink-3">{shortName(one.change.node.name)}, {percent(one.probability)}</span></span></label>)}
            <label className="flex items-center gap-2 text-12"><input type="radio" name="cause" checked={isElse} onChange={() => setChange(null)} />Something else</label>
          </fieldset>
          {isElse && <div className="grid gap-2"><EntityPicker kind="any" value={asset} onPick={setAsset} /><input aria-label="What happened there" placeholder="What happened there" value={says} onChange={(event) => setSays(event.target.value)} className="h-8 rounded-md border border-ctl bg-surface px-2" /></div>}
          <input aria-label="Why" placeholder="Why do you think so?" value={why} onChange={(event) => setWhy(event.target.value)} className="h-8 rounded-md border border-ctl bg-surface px-2" />
          <Button type="submit" variant="primary" disabled={!isReady || acting.isBusy}>Correct the cause</Button>
        </form>
      </PopoverContent>
    </Popover>
  );
}
