import { Tabs as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/classes";

export const Tabs = Radix.Root;

export function TabsList({ className, ...rest }: ComponentProps<typeof Radix.List>): ReactNode {
  return <Radix.List className={cn("flex gap-4 overflow-x-auto", className)} {...rest} />;
}

export function Tab({ className, ...rest }: ComponentProps<typeof Radix.Trigger>): ReactNode {
  return (
    <Radix.Trigger
      className={cn("h-9 shrink-0 border-b-2 border-transparent text-13 whitespace-nowrap text-ink-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink", className)}
      {...rest}
    />
  );
}

export const TabPanel = Radix.Content;
