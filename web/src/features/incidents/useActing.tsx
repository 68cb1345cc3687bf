import { Toast } from "radix-ui";
import { type ReactNode, useState } from "react";
import type { IncidentDetail } from "@/api/schema";
import { StateGlyph } from "@/components/StateGlyph";
import { Button } from "@/components/ui/button";
import { NOBODY, usePerson } from "@/lib/person";
import { type Act, useAct } from "@/api/incidents";

export interface Acting {
  readonly person: string;
  readonly setPerson: (name: string) => void;
  readonly isBusy: boolean;
  readonly act: (act: WithoutBy<Act>, done?: () => void) => void;
  readonly toast: ReactNode;
}

type WithoutBy<One> = One extends { readonly by: string } ? Omit<One, "by"> : never;

const UNDO_MS = 10_000;
const DONE: Record<Act["kind"], string> = { acknowledge: "acknowledged", resolve: "resolved", reopen: "open again", confirm: "cause confirmed", assign: "assigned", note: "note added", mute: "muted", correct: "cause corrected" };
const FAILED: Record<Act["kind"], string> = { acknowledge: "Acknowledging failed", resolve: "Resolving failed", reopen: "Opening it again failed", confirm: "Confirming failed", assign: "Assigning failed", note: "The note was not added", mute: "Muting failed", correct: "Correcting failed" };
const UNDOABLE: readonly Act["kind"][] = ["acknowledge", "resolve"];

/** What people do here, by the name they gave; what was done is said, and can be taken back for ten seconds. */
export function useActing(data: IncidentDetail): Acting {
  const [person, setPerson] = usePerson();
  const mutation = useAct(data.id);
  const [said, setSaid] = useState<{ key: number; kind: Act["kind"]; error: string | null } | null>(null);
  const by = person.trim() || NOBODY;
  const act: Acting["act"] = (what, done) => {
    const whole = { ...what, by } as Act;
    mutation.mutate(whole, { onSuccess: () => { setSaid({ key: Date.now(), kind: whole.kind, error: null }); done?.(); }, onError: (error) => setSaid({ key: Date.now(), kind: whole.kind, error: error.message }) });
  };
  const toast = (
    <Toast.Provider duration={UNDO_MS} label="What was done">
      {said && (
        <Toast.Root key={said.key} onOpenChange={(isOpen) => !isOpen && setSaid(null)} className="flex items-center gap-2.5 rounded-lg border border-line-2 bg-surface px-3 py-2 shadow-pop">
          <StateGlyph state={said.error === null ? "succeeded" : "failed"} label="" />
          <Toast.Title className="min-w-0">{said.error === null ? `${data.name} ${DONE[said.kind]}` : `${FAILED[said.kind]}, nothing was changed. ${said.error}`}</Toast.Title>
          {said.error === null && UNDOABLE.includes(said.kind) && <Toast.Action asChild altText="Take it back"><Button onClick={() => act({ kind: "reopen" })}>Undo</Button></Toast.Action>}
        </Toast.Root>
      )}
      <Toast.Viewport className="fixed right-5 bottom-5 z-[60] grid max-w-105 gap-2 max-sm:inset-x-3 max-sm:bottom-20" />
    </Toast.Provider>
  );
  return { person, setPerson, isBusy: mutation.isPending, act, toast };
}
