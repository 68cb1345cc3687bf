import type { ReactNode } from "react";
import { Sql } from "@/components/Sql";
import type { RunError } from "@/lib/runError";
import type { Range } from "@/lib/sqlFragment";

/** A message with its place; the SQL with what it is about; the stack folded to our own frames. */
export function ErrorText({ error, sql, mark, withStack = false }: { error: RunError; sql: string | null; mark: Range | null; withStack?: boolean }): ReactNode {
  const hidden = error.stack.filter((line) => !line.isOwn).length;
  return (
    <div className="grid gap-2 p-3">
      <p className="break-words whitespace-pre-wrap text-fail">{error.message}</p>
      {error.file && <p className="text-12 break-all text-ink-3">{error.file}{error.line !== null && `, line ${error.line}`}</p>}
      {sql && <div className="max-h-72 overflow-auto rounded-md border border-line bg-bg"><Sql text={sql} mark={mark} tone="fail" /></div>}
      {withStack && error.stack.length > 0 && (
        <>
          <pre tabIndex={0} className="overflow-auto rounded-md border border-line bg-bg p-3 font-mono text-11">{error.stack.filter((line) => line.isOwn).map((line) => line.text).join("\n")}</pre>
          {hidden > 0 && <details><summary className="text-12 text-ink-3">{hidden} frames of libraries</summary><pre className="overflow-auto p-3 font-mono text-11 text-ink-3">{error.stack.map((line) => line.text).join("\n")}</pre></details>}
        </>
      )}
    </div>
  );
}
