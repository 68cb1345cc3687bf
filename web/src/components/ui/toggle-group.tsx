import { ToggleGroup as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "@/lib/classes";

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
  readonly className?: string;
}

/** One of a few, all of them in sight. */
export function ToggleGroup<Value extends string>({ label, value, choices, onChange, className }: Props<Value>): ReactNode {
  return (
    <Radix.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(chosen) => chosen && onChange(chosen as Value)}
      className={cn("inline-flex h-7 shrink-0 overflow-hidden rounded-md border border-line-2 bg-surface", className)}
    >
      {choices.map((choice) => (
        <Radix.Item
          key={choice.value}
          value={choice.value}
          className="inline-flex items-center gap-1.5 border-l border-line-2 px-2.5 text-13 whitespace-nowrap text-ink-2 first:border-l-0 hover:bg-sunken data-[state=on]:bg-accent-bg data-[state=on]:font-medium data-[state=on]:text-ink data-[state=on]:shadow-[inset_0_-2px_0_var(--accent)] [&_svg]:size-3.5"
        >
          {choice.label}
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
