import { Toast as Radix } from "radix-ui";
import { type ReactNode, useEffect, useState } from "react";
import { StateGlyph } from "@/components/StateGlyph";
import { type ToastMessage, UNDO_MS, dismiss, useToasts } from "@/lib/toasts";

/** What was just done, each with its way back. */
export function Toasts(): ReactNode {
  const messages = useToasts();
  return (
    <Radix.Provider duration={UNDO_MS} swipeDirection="right">
      {messages.map((message) => <One key={message.id} message={message} />)}
      <Radix.Viewport className="fixed right-4 bottom-4 z-60 flex w-100 max-w-[calc(100vw-32px)] flex-col gap-2 outline-none" />
    </Radix.Provider>
  );
}

function One({ message }: { message: ToastMessage }): ReactNode {
  const seconds = useSecondsLeft();
  return (
    <Radix.Root onOpenChange={(isOpen) => !isOpen && dismiss(message.id)} className="flex min-h-10 items-center gap-2 rounded-lg border border-line-2 bg-surface px-3 py-1.5 shadow-pop">
      <StateGlyph state={message.isBad ? "failed" : "succeeded"} label="" />
      <Radix.Title className="min-w-0 text-13 font-medium break-words">{message.text}</Radix.Title>
      {message.note && <Radix.Description className="min-w-0 truncate text-12 text-ink-3" title={message.note}>{message.note}</Radix.Description>}
      {message.undo && (
        <Radix.Action altText="Undo the change on the page itself" onClick={message.undo} className="ml-auto h-7 shrink-0 rounded-md border border-line-2 px-2.5 font-medium hover:bg-sunken">
          Undo <span aria-hidden className="ml-1 font-normal text-ink-3">{seconds} s</span>
        </Radix.Action>
      )}
    </Radix.Root>
  );
}

function useSecondsLeft(): number {
  const [left, setLeft] = useState(UNDO_MS / 1000);
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return left;
}
