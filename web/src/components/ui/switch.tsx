import { Switch as Radix } from "radix-ui";
import type { ReactNode } from "react";

interface Props {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (on: boolean) => void;
  readonly disabled?: boolean;
}

/** On or off, at once. */
export function Switch({ label, isOn, onChange, disabled = false }: Props): ReactNode {
  return (
    <Radix.Root aria-label={label} checked={isOn} onCheckedChange={onChange} disabled={disabled} className="h-4 w-7 shrink-0 rounded-full bg-ctl transition-colors duration-(--dur-fast) data-[state=checked]:bg-accent">
      <Radix.Thumb className="block size-3 translate-x-0.5 rounded-full bg-surface transition-transform duration-(--dur-fast) data-[state=checked]:translate-x-3.5" />
    </Radix.Root>
  );
}
