import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { Failure } from "@/components/Panel";
import { Button } from "@/components/ui/button";

interface Props {
  readonly title: string;
  /** What happens, and whether it can be undone. */
  readonly says: string;
  readonly act: string;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly confirm: () => void;
  readonly close: () => void;
  readonly children?: ReactNode;
}

/** Asks before what others notice at once. */
export function Confirm({ title, says, act, error, isBusy, confirm, close, children }: Props): ReactNode {
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-ink/25 dark:bg-black/50" />
        <AlertDialog.Content className="fixed top-[20vh] left-1/2 z-50 grid w-[min(480px,calc(100vw-32px))] -translate-x-1/2 gap-3 rounded-lg border border-line-2 bg-surface p-4 shadow-pop outline-none">
          <AlertDialog.Title className="text-15 font-semibold break-words">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-12 text-ink-2">{says}</AlertDialog.Description>
          {children}
          {error && <Failure title="Nothing was changed." error={error} />}
          <div className="flex justify-end gap-2">
            <AlertDialog.Cancel asChild><Button>Cancel</Button></AlertDialog.Cancel>
            <Button variant="primary" disabled={isBusy} onClick={confirm}>{act}</Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
