import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}

/** One of several, by the browser's own list: it works with any keyboard and on any screen. */
export function Select<Value extends string>({ label, value, choices, onChange }: Props<Value>): ReactNode {
  return (
    <label className="relative inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md border border-line-2 bg-surface pl-2.5 text-13 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent hover:bg-sunken">
      <span className="text-ink-3">{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value as Value)} className="h-full max-w-52 appearance-none bg-transparent pr-7 font-medium outline-none field-sizing-content">
        {choices.map(([one, name]) => <option key={one} value={one} className="bg-surface text-ink">{name}</option>)}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2 size-3.5 text-ink-3" />
    </label>
  );
}
