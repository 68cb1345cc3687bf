import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format";

const OPEN_DEPTH = 3;
const MOST_SHOWN = 200;

/** A document as it came, each part to be folded; always text. */
export function Json({ value }: { value: unknown }): ReactNode {
  return <div tabIndex={0} role="group" aria-label="JSON" className="overflow-auto p-3 font-mono text-11 leading-[18px] text-ink-2"><Value value={value} depth={0} name={null} /></div>;
}

export function CopyJson({ value }: { value: unknown }): ReactNode {
  return <Button variant="ghost" onClick={() => void navigator.clipboard.writeText(JSON.stringify(value, null, 2))}><Copy aria-hidden />Copy</Button>;
}

interface Props {
  readonly value: unknown;
  readonly depth: number;
  readonly name: string | null;
}

function Value({ value, depth, name }: Props): ReactNode {
  const label = name === null ? null : <><span className="text-accent">{name}</span><span className="text-ink-3">: </span></>;
  if (typeof value !== "object" || value === null) return <div className="break-all whitespace-pre-wrap">{label}<span className={typeof value === "string" ? "text-ok" : "text-ink"}>{JSON.stringify(value)}</span></div>;
  const entries = Object.entries(value);
  const marks = Array.isArray(value) ? "[]" : "{}";
  if (entries.length === 0) return <div>{label}{marks}</div>;
  return (
    <details open={depth < OPEN_DEPTH}>
      <summary className="cursor-pointer marker:text-ink-3">{label}<span className="text-ink-3">{marks[0]}{Array.isArray(value) ? formatCount(entries.length) : ""}{marks[1]}</span></summary>
      <div className="ml-1.5 border-l border-line pl-3">
        {entries.slice(0, MOST_SHOWN).map(([key, one]) => <Value key={key} value={one} depth={depth + 1} name={key} />)}
        {entries.length > MOST_SHOWN && <div className="text-ink-3">{MOST_SHOWN} of {formatCount(entries.length)} shown; copy it for all</div>}
      </div>
    </details>
  );
}
