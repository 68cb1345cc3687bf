import type { UseQueryResult } from "@tanstack/react-query";
import { Component, type ReactNode, useState } from "react";
import { ProblemError } from "@/api/client";
import { StateGlyph } from "@/components/StateGlyph";
import { ZONE } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/classes";
import { formatClock } from "@/lib/format";

interface PanelProps {
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A titled part of a page: flat, with a hairline around it. */
export function Panel({ title, note, action, className, children }: PanelProps): ReactNode {
  return (
    <section className={cn("overflow-hidden rounded-lg border border-line bg-surface", className)}>
      <header className="flex h-9 items-center gap-2 border-b border-line px-3">
        <h2 className="text-13 font-semibold whitespace-nowrap">{title}</h2>
        {note && <span className="min-w-0 truncate text-12 text-ink-3">{note}</span>}
        <div className="ml-auto flex items-center gap-2 text-12">{action}</div>
      </header>
      {children}
    </section>
  );
}

interface AnswerProps<T> {
  readonly query: UseQueryResult<T>;
  /** What could not be loaded, as a sentence. */
  readonly failed: string;
  /** In the size of what will stand there. */
  readonly loading: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** An answer in whatever state it is: still loading, refused, or there. Data that is there stays on an error. */
export function Answer<T>({ query, failed, loading, children }: AnswerProps<T>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failure title={failed} error={query.error} retry={() => void query.refetch()} />;
  return <div role="status" aria-label="loading">{loading}</div>;
}

export function Failure({ title, error, retry }: { title: string; error: Error; retry?: () => void }): ReactNode {
  const problem = error instanceof ProblemError ? error.problem : {};
  const [since] = useState(() => new Date());
  const details = { at: since.toISOString(), address: location.href, message: error.message, ...problem };
  return (
    <div role="alert" className="flex gap-2.5 p-3">
      <span className="mt-0.5"><StateGlyph state="failed" /></span>
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-12 break-words text-ink-2">{error.message}{problem.hint ? ` ${problem.hint}` : ""} <span className="whitespace-nowrap text-ink-3">Since {formatClock(since, ZONE)}.</span></p>
        <div className="mt-2 flex gap-2">
          {retry && <Button onClick={retry}>Try again</Button>}
          <Button variant="ghost" onClick={() => void navigator.clipboard.writeText(JSON.stringify(details, null, 2))}>Copy details</Button>
        </div>
      </div>
    </div>
  );
}

export function Empty({ children }: { children: ReactNode }): ReactNode {
  return <div className="p-3 text-13 text-ink-2">{children}</div>;
}

/** Grey rows of the height of the real ones. */
export function SkeletonRows({ rows, height = 30 }: { rows: number; height?: number }): ReactNode {
  return (
    <div aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-3 border-b border-line px-3 last:border-b-0" style={{ height }}>
          <span className="h-2.5 rounded-sm bg-band" style={{ width: `${40 + ((row * 17) % 30)}%` }} />
          <span className="ml-auto h-2.5 w-12 rounded-sm bg-band" />
        </div>
      ))}
    </div>
  );
}

/** A panel that fails to draw says so; the rest of the page stays. */
export class Boundary extends Component<{ readonly what: string; readonly children: ReactNode }, { error: Error | null }> {
  override state = { error: null };
  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }
  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <Failure title={`${this.props.what} could not be drawn.`} error={this.state.error} retry={() => this.setState({ error: null })} />;
  }
}
