import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { BASE } from "@/api/client";
import { StateGlyph } from "@/components/StateGlyph";
import { Button } from "@/components/ui/button";

/** Before anything was sent: how to send the first event. */
export function FirstEvent(): ReactNode {
  const line = `curl -X POST ${location.origin}${BASE}/api/v1/lineage \\\n  -H 'Content-Type: application/json' -d @event.json`;
  return (
    <section className="max-w-2xl rounded-lg border border-line bg-surface p-4">
      <h2 className="text-18 font-semibold">No events yet</h2>
      <p className="text-ink-2">Send the first one, or run <code className="font-mono text-12">make demo</code> for thirty days of a made-up shop.</p>
      <div className="relative my-3 rounded-md border border-line bg-sunken p-3">
        <pre className="overflow-x-auto font-mono text-12">{line}</pre>
        <Button variant="ghost" size="icon" aria-label="Copy the command" className="absolute top-1.5 right-1.5" onClick={() => void navigator.clipboard.writeText(line)}><Copy /></Button>
      </div>
      <p className="flex items-center gap-2 text-12 text-ink-3"><StateGlyph state="running" label="" /> Waiting for it; this page changes by itself.</p>
    </section>
  );
}
