import { type ReactNode, Suspense, lazy } from "react";
import type { CodeProps } from "./codeMirror";

const Loaded = lazy(() => import("./codeMirror"));
const LINE_PX = 18;

/** A text to write or to read in; the editor is loaded when the first one is shown, and until then the text stands there. */
export function CodeEditor({ lines = 6, ...props }: CodeProps & { readonly lines?: number }): ReactNode {
  const plain = <pre aria-hidden className="overflow-hidden p-2 font-mono text-12 leading-[18px] text-ink-2">{props.value}</pre>;
  return (
    <div className="overflow-auto rounded-md border border-ctl bg-sunken focus-within:border-accent has-[[aria-readonly]]:border-transparent has-[[aria-readonly]]:bg-transparent" style={{ minHeight: lines * LINE_PX }}>
      <Suspense fallback={plain}><Loaded {...props} /></Suspense>
    </div>
  );
}
