import type { ReactNode } from "react";
import type { DatasetChange } from "@/api/schema";
import { ZONE } from "@/components/Time";
import { changeMark } from "@/lib/changeText";
import { nameInSchema, shortName } from "@/lib/entity";
import { cn } from "@/lib/classes";
import { formatClock, formatDay } from "@/lib/format";
import type { Timeline } from "@/lib/timeline";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
// From there on a name has room on the left of its mark alone, where it would stand on the one before.
const NEAR_END = 0.8;

/** The newest change is named beside its mark, and the one before it where there is room for both. */
function namesOf(shares: readonly number[]): readonly ({ readonly left: string } | { readonly right: string })[] {
  const [newest, before] = shares;
  if (newest === undefined) return [];
  if (newest >= NEAR_END || before === undefined) return [newest >= NEAR_END ? { right: `calc(${(1 - newest) * 100}% + 9px)` } : { left: `calc(${newest * 100}% + 9px)` }];
  return [{ left: `calc(${newest * 100}% + 9px)` }, { right: `calc(${(1 - before) * 100}% + 9px)` }];
}

/** Runs by step, days or hours below them, and where a schema changed. */
export function Histogram({ line, changes, isCut, children }: { line: Timeline; changes: readonly DatasetChange[]; isCut: boolean; children?: ReactNode }): ReactNode {
  const most = Math.max(1, ...line.bars.map((bar) => bar.count));
  const place = (at: number): string => `${((at - line.since) / (line.until - line.since)) * 100}%`;
  const width = `calc(${(100 * line.step) / (line.until - line.since)}% - 1px)`;
  const isDay = line.until - line.since <= DAY_MS;
  const step = isDay ? HOUR_MS : DAY_MS * Math.ceil((line.until - line.since) / DAY_MS / 8);
  const marks = Array.from({ length: 9 }, (_, index) => (Math.ceil(line.since / step) + index) * step).filter((at) => at < line.until);
  return (
    <div aria-hidden className="absolute inset-0 overflow-hidden text-11 text-ink-3">
      {!isCut && line.bars.filter((bar) => bar.from >= line.since).map((bar) => (
        <span key={bar.from} className="absolute bottom-5 bg-line-2" style={{ left: place(bar.from), width, height: `${(bar.count / most) * 34}px` }} />
      ))}
      {marks.map((at, index) => <span key={at} className={cn("absolute bottom-0.5 -translate-x-1/2 whitespace-nowrap", index % 2 && "max-sm:hidden")} style={{ left: place(at) }}>{isDay ? formatClock(new Date(at), ZONE) : formatDay(new Date(at), ZONE)}</span>)}
      {children ?? changes.map((change) => (
        <span key={change.event_id} className="absolute top-[11px] -translate-x-1/2 leading-3 text-ink" style={{ left: place(Date.parse(change.at)) }} title={`${nameInSchema(change.dataset.name)}: ${change.summary}`}>◇</span>
      ))}
      {!children && namesOf(changes.map((change) => (Date.parse(change.at) - line.since) / (line.until - line.since))).map((style, index) => {
        const change = changes[index];
        return change && <span key={`name:${change.event_id}`} className="absolute top-0 max-w-72 truncate text-ink-2" style={style}>{shortName(change.dataset.name)} {changeMark(change)}</span>;
      })}
      <span className="absolute inset-x-0 bottom-5 border-b border-line" />
    </div>
  );
}
