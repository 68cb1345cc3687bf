import { Search } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";

const PAUSE_MS = 250;

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly className?: string;
  readonly placeholder?: string;
}

/** A filter that waits until one has typed; what the address says stands in it. */
export function FilterField({ label, value, onChange, className = "w-48", placeholder = label }: Props): ReactNode {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  if (value !== told) {
    setTold(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <label className={`flex h-7 min-w-0 items-center gap-1.5 rounded-md border border-line-2 bg-surface px-2 focus-within:border-accent ${className}`}>
      <Search aria-hidden className="size-3.5 shrink-0 text-ink-3" />
      <input aria-label={label} value={text} onChange={(event) => setText(event.target.value)} placeholder={placeholder} className="min-w-0 flex-1 bg-transparent outline-none" />
    </label>
  );
}
