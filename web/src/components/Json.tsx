import { Copy } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { CodeEditor } from "@/components/CodeEditor";
import { Button } from "@/components/ui/button";

const MOST_CHARACTERS = 2_000_000;

/** A document as it came, each part to be folded; always text. */
export function Json({ value }: { value: unknown }): ReactNode {
  const text = useMemo(() => JSON.stringify(value, null, 2), [value]);
  if (text.length > MOST_CHARACTERS) return <p className="p-3 text-12 text-ink-2">Too long to be shown here: {Math.round(text.length / 1e6)} MB. Copy it instead.</p>;
  return <CodeEditor label="JSON" language="json" value={text} />;
}

export function CopyJson({ value }: { value: unknown }): ReactNode {
  return <Button variant="ghost" onClick={() => void navigator.clipboard.writeText(JSON.stringify(value, null, 2))}><Copy aria-hidden />Copy</Button>;
}
