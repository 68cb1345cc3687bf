import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { assertions } from "@/api/questions";
import type { AssertionResult } from "@/api/schema";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { type State, StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { useAsOf } from "@/lib/asOf";
import { groupBy } from "@/lib/collections";
import type { TabProps } from "./tab";

const SHOWN = 30;

function stateOf(test: AssertionResult): State {
  return test.success === null ? "unknown" : test.success ? "succeeded" : "failed";
}

/** Each test with its last results, oldest left. */
export function TestsTab({ name }: TabProps): ReactNode {
  const until = useAsOf();
  const results = useQuery(assertions({ dataset: name, until, limit: 1000 }));
  return (
    <Panel title="Tests" note="the last 30 results of each, oldest left">
      <Answer query={results} failed="Test results could not be loaded." loading={<SkeletonRows rows={6} />}>
        {({ items }) => {
          const tests = [...groupBy(items, (one) => `${one.name} ${one.column ?? ""}`).values()];
          if (!tests.length) return <Empty>No test has reported on it.</Empty>;
          return <ul>{tests.map((one) => <Test key={`${one[0]?.name}${one[0]?.column}`} results={one} />)}</ul>;
        }}
      </Answer>
    </Panel>
  );
}

function Test({ results }: { results: readonly AssertionResult[] }): ReactNode {
  const [last] = results;
  if (!last) return null;
  const shown = results.slice(0, SHOWN).toReversed();
  const failed = shown.filter((one) => one.success === false).length;
  const outcome = [last.expected !== null && `expected ${last.expected}`, last.actual !== null && `got ${last.actual}`].filter(Boolean).join(", ");
  return (
    <li className="flex min-h-9 items-center gap-3 border-b border-line px-3 text-12 last:border-b-0">
      <StateGlyph state={stateOf(last)} label={last.success ? "passed" : undefined} />
      <span className="min-w-0 flex-1 truncate font-medium" title={last.name}>{last.name} {last.column && <span className="font-mono font-normal text-ink-3">{last.column}</span>}</span>
      <span role="img" aria-label={`${failed} of the last ${shown.length} failed`} className="flex items-end gap-0.5">
        {shown.map((one) => <span key={one.event_id} title={one.at} className="w-1.5" style={{ height: one.success === false ? 16 : 10, background: one.success === false ? "var(--fail)" : one.success ? "var(--ok-fill)" : "var(--unk)" }} />)}
      </span>
      <span className="w-1/4 truncate text-ink-3" title={outcome}>{outcome}</span>
      <span className="w-28 text-right whitespace-nowrap"><Time at={last.at} now={new Date()} /></span>
    </li>
  );
}
