import { Popover as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/classes";

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;
export const PopoverClose = Radix.Close;
export const PopoverAnchor = Radix.Anchor;

/** `label` is read aloud: it is a dialog, and a dialog has a name. */
export function PopoverContent({ className, label, ...rest }: ComponentProps<typeof Radix.Content> & { label: string }): ReactNode {
  return (
    <Radix.Portal>
      <Radix.Content
        aria-label={label}
        sideOffset={6}
        collisionPadding={8}
        className={cn("z-40 rounded-lg border border-line-2 bg-surface shadow-pop outline-none", className)}
        {...rest}
      />
    </Radix.Portal>
  );
}
