import { Outlet, createRootRoute, retainSearchParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Failure } from "@/components/Panel";
import { SessionGate } from "@/features/session/SessionGate";
import { Shell } from "@/features/shell/Shell";
import { readMoment, withoutDefaults } from "@/lib/address";

export interface RootSearch {
  readonly asOf?: string;
}

export const rootRoute = createRootRoute({
  validateSearch: (search: Record<string, unknown>): RootSearch => withoutDefaults({ asOf: readMoment(search.asOf) }),
  search: { middlewares: [retainSearchParams<RootSearch>(["asOf"])] },
  component: () => <SessionGate><Shell><Outlet /></Shell></SessionGate>,
  errorComponent: ({ error, reset }) => <Failure title="This page could not be drawn." error={error as Error} retry={reset} />,
  notFoundComponent: NotFound,
});

function NotFound(): ReactNode {
  return (
    <div className="p-5">
      <h1 className="text-18 font-semibold">There is no page at this address</h1>
      <p className="text-ink-2">Search with <kbd className="rounded-sm border border-line-2 px-1 font-mono text-11">/</kbd>, or choose a page on the left.</p>
    </div>
  );
}
