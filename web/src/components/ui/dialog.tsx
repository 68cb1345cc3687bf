import { Dialog as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/classes";

export const Dialog = Radix.Root;

export function DialogContent({ className, title, children, ...rest }: ComponentProps<typeof Radix.Content> & { title: string }): ReactNode {
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-50 bg-ink/25 dark:bg-black/50" />
      <Radix.Content
        aria-describedby={undefined}
        className={cn("fixed top-[12vh] left-1/2 z-50 w-[min(640px,calc(100vw-32px))] -translate-x-1/2 overflow-hidden rounded-lg border border-line-2 bg-surface shadow-pop outline-none", className)}
        {...rest}
      >
        <Radix.Title className="sr-only">{title}</Radix.Title>
        {children}
      </Radix.Content>
    </Radix.Portal>
  );
}
