import type { ReactNode } from "react";

/** No subject yet: say how to choose one. */
export function LineageStart(): ReactNode {
  return (
    <div className="p-5">
      <h1 className="text-18 font-semibold">Where does it come from, and where does it go?</h1>
      <p className="text-ink-2">Press <kbd className="rounded-sm border border-line-2 px-1 font-mono text-11">/</kbd> and choose a dataset, column or pipeline to see its lineage.</p>
    </div>
  );
}
