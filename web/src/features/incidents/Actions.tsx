import { Check, Ellipsis, UserRound } from "lucide-react";
import { AlertDialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import type { IncidentDetail } from "@/api/schema";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { ownerName } from "@/lib/entity";
import { useKeys } from "@/lib/useKeys";
import type { Acting } from "./useActing";

const FIELD = "h-8 w-full rounded-md border border-ctl bg-surface px-2";
const HOUR_MS = 3_600_000;

/** What one can do with it; on a phone these stand at the bottom, where a thumb is. */
export function Actions({ data, acting }: { data: IncidentDetail; acting: Acting }): ReactNode {
  const [isAssigning, setAssigning] = useState(false);
  const [isResolving, setResolving] = useState(false);
  const isOver = data.state === "resolved";
  const canAcknowledge = data.state === "open" && data.acknowledged_at === null;
  useKeys({ a: () => { if (canAcknowledge) acting.act({ kind: "acknowledge" }); }, s: () => { if (!isOver) setAssigning(true); }, e: () => { if (!isOver) setResolving(true); }, v: () => { if (data.cause && data.verdict === null) acting.act({ kind: "confirm" }); } });
  const wide = "max-sm:h-11 max-sm:flex-1 max-sm:text-15";
  return (
    <div className="flex items-center gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-line-2 max-sm:bg-surface max-sm:p-4">
      {isOver ? <Button variant="primary" className={wide} disabled={acting.isBusy} onClick={() => acting.act({ kind: "reopen" })}>Open again</Button>
        : <Button variant="primary" className={wide} disabled={!canAcknowledge || acting.isBusy} onClick={() => acting.act({ kind: "acknowledge" })}><Check aria-hidden />{canAcknowledge ? <>Acknowledge<kbd aria-hidden className="rounded-sm border border-on-accent/50 px-1 font-mono text-11 max-sm:hidden">A</kbd></> : data.acknowledged_by ? <>Acknowledged<span className="max-sm:sr-only">by {ownerName(data.acknowledged_by)}</span></> : "Acknowledge"}</Button>}
      {!isOver && <Assign data={data} acting={acting} isOpen={isAssigning} setOpen={setAssigning} className={wide} />}
      {!isOver && <Resolve data={data} acting={acting} isOpen={isResolving} setOpen={setResolving} />}
      <More data={data} acting={acting} isOver={isOver} resolve={() => setResolving(true)} />
    </div>
  );
}

function Assign({ data, acting, isOpen, setOpen, className }: { data: IncidentDetail; acting: Acting; isOpen: boolean; setOpen: (open: boolean) => void; className: string }): ReactNode {
  const [to, setTo] = useState("");
  const assign = (name: string | null): void => acting.act({ kind: "assign", to: name }, () => setOpen(false));
  const people = [...new Set([acting.person, ...data.owners.filter((one) => !one.startsWith("team:")).map(ownerName)])].filter((one) => one !== "" && one !== data.assignee).slice(0, 6);
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild><Button className={className}><UserRound aria-hidden />Assign</Button></PopoverTrigger>
      <PopoverContent label="Assign" align="end" className="w-64 p-2">
        <form className="flex gap-2" onSubmit={(event) => { event.preventDefault(); if (to.trim()) assign(to.trim()); }}><input aria-label="Who" placeholder="Who" value={to} onChange={(event) => setTo(event.target.value)} className={FIELD} /><Button type="submit" variant="primary" className="h-8" disabled={!to.trim() || acting.isBusy}>Assign</Button></form>
        <ul className="mt-1.5">{people.map((one) => <li key={one}><button type="button" className="h-8 w-full rounded-md px-2 text-left hover:bg-sunken" onClick={() => assign(one)}>{one}{one === acting.person && <span className="text-ink-3"> (you)</span>}</button></li>)}</ul>
        {data.assignee && <Button variant="ghost" onClick={() => assign(null)}>Take it from {data.assignee}</Button>}
      </PopoverContent>
    </Popover>
  );
}

function Resolve({ data, acting, isOpen, setOpen }: { data: IncidentDetail; acting: Acting; isOpen: boolean; setOpen: (open: boolean) => void }): ReactNode {
  const [text, setText] = useState("");
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      <AlertDialog.Trigger asChild><Button className="max-sm:hidden">Resolve</Button></AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-ink/25 dark:bg-black/50" />
        <AlertDialog.Content className="fixed top-[20vh] left-1/2 z-50 grid w-[min(480px,calc(100vw-32px))] -translate-x-1/2 gap-3 rounded-lg border border-line-2 bg-surface p-4 shadow-pop outline-none">
          <AlertDialog.Title className="text-15 font-semibold">Resolve {data.name}?</AlertDialog.Title>
          <AlertDialog.Description className="text-ink-2">It resolves by itself once all of it has recovered. Say what was done, for whoever reads it later.</AlertDialog.Description>
          <textarea aria-label="What was done" rows={3} value={text} onChange={(event) => setText(event.target.value)} className="rounded-md border border-ctl bg-surface p-2" />
          <div className="flex justify-end gap-2"><AlertDialog.Cancel asChild><Button>Cancel</Button></AlertDialog.Cancel><AlertDialog.Action asChild><Button variant="primary" onClick={() => acting.act({ kind: "resolve", text })}>Resolve</Button></AlertDialog.Action></div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function More({ data, acting, isOver, resolve }: { data: IncidentDetail; acting: Acting; isOver: boolean; resolve: () => void }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const item = "h-8 w-full px-3 text-left hover:bg-sunken max-sm:h-11";
  const mute = (hours: number | null): void => acting.act({ kind: "mute", until: hours === null ? null : new Date(Date.now() + hours * HOUR_MS).toISOString() }, () => setOpen(false));
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild><Button size="icon" aria-label="More" className="max-sm:h-11 max-sm:w-15"><Ellipsis aria-hidden /></Button></PopoverTrigger>
      <PopoverContent label="More" align="end" className="w-64 py-1">
        <label className="flex items-center gap-2 px-3 py-1.5 text-12 text-ink-2">You are<input aria-label="You are" placeholder="your name" value={acting.person} onChange={(event) => acting.setPerson(event.target.value)} className={FIELD} /></label>
        {!isOver && <button type="button" className={`${item} sm:hidden`} onClick={() => { setOpen(false); resolve(); }}>Resolve</button>}
        {!isOver && (data.state === "muted" ? <button type="button" className={item} onClick={() => mute(0)}>End the mute</button> : <><button type="button" className={item} onClick={() => mute(8)}>Mute for 8 hours</button><button type="button" className={item} onClick={() => mute(null)}>Mute until somebody ends it</button></>)}
        <button type="button" className={item} onClick={() => void navigator.clipboard.writeText(location.href).then(() => setOpen(false))}>Copy the link</button>
      </PopoverContent>
    </Popover>
  );
}
