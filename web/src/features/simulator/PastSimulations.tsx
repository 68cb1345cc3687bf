import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Answer, Empty, Panel, SkeletonRows } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Time } from "@/components/Time";
import { formatCount } from "@/lib/format";
import { simulations } from "./questions";
import { GLYPHS, WORDS } from "./verdicts";

interface Props {
  readonly title: string;
  readonly asset: string | undefined;
  readonly limit: number;
  /** The one that is looked at. */
  readonly current?: number;
}

/** What was tried before, newest first, with what came of it. */
export function PastSimulations({ title, asset, limit, current }: Props): ReactNode {
  const past = useQuery(simulations(asset, limit));
  return (
    <Panel title={title} note={past.data && past.data.total > limit ? `${limit} of ${formatCount(past.data.total)}, newest first` : undefined} action={asset && <Link to="/simulator" className="text-accent hover:underline">All</Link>}>
      <Answer query={past} failed="Past simulations could not be loaded." loading={<SkeletonRows rows={3} />}>
        {({ items }) => (items.length === 0 ? <Empty>Nothing has been simulated yet.</Empty> : (
          <ul>
            {items.map((one) => (
              <li key={one.id} className="border-b border-line last:border-b-0">
                <Link to="/simulator/$id" params={{ id: String(one.id) }} aria-current={one.id === current ? "true" : undefined} title={one.changes.join("; ")} className="flex h-[30px] items-center gap-2.5 px-3 text-12 hover:bg-sunken aria-[current]:bg-accent-bg">
                  <span className="w-9 shrink-0 text-ink-3">S-{one.id}</span>
                  <StateGlyph state={GLYPHS[one.verdict]} label={WORDS[one.verdict]} />
                  <span className="min-w-0 truncate font-mono">{asset ? one.changes[0]?.replace(`${one.asset.name}.`, "") : one.changes[0]}{one.changes.length > 1 && ` +${one.changes.length - 1}`}</span>
                  <span className="ml-auto shrink-0">{one.impact_score} {one.severity}</span>
                  <span className="shrink-0 text-ink-3"><Time at={one.at} now={new Date()} /></span>
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </Answer>
    </Panel>
  );
}
