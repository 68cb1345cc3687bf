import type { ReactNode } from "react";
import { Select } from "@/components/ui/select";
import { EXPIRIES, type Expiry } from "./expiry";

export const FIELD = "h-7 w-full rounded-md border border-ctl bg-surface px-2 text-13 text-ink outline-none focus:border-accent";

/** Until when; a choice, since nobody remembers dates. */
export function ExpiryField({ value, onChange, label = "Expires" }: { value: Expiry; onChange: (value: Expiry) => void; label?: string }): ReactNode {
  return <div><Select label={label} value={value} onChange={onChange} choices={EXPIRIES} /></div>;
}

interface Checks {
  readonly legend: string;
  readonly choices: readonly { readonly value: string; readonly text: string; readonly note?: string }[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

/** Some of several. */
export function CheckList({ legend, choices, chosen, onChange }: Checks): ReactNode {
  const toggle = (value: string): void => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    onChange(next);
  };
  return (
    <fieldset>
      <legend className="text-12 text-ink-3">{legend}</legend>
      <div className="grid max-h-40 gap-1 overflow-auto pt-1">
        {choices.map(({ value, text, note }) => (
          <label key={value} className="flex items-center gap-2"><input type="checkbox" className="size-3.5 accent-(--accent)" checked={chosen.has(value)} onChange={() => toggle(value)} />{text}{note && <span className="text-12 text-ink-3">{note}</span>}</label>
        ))}
      </div>
    </fieldset>
  );
}
