import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

export const TooltipProvider = Radix.Provider;

/** A short text on hover and focus; it stays while the pointer is on it, so that it can be copied. */
export function Tip({ text, children }: { text: ReactNode; children: ReactNode }): ReactNode {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content sideOffset={4} collisionPadding={8} className="z-40 max-w-96 rounded-md border border-line-2 bg-surface px-2 py-1 text-12 break-words text-ink shadow-pop">
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
