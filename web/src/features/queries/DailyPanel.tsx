import type { ReactNode } from "react";
import type { QueryDay } from "@/api/schema";
import { Empty, Panel } from "@/components/Panel";
import { formatCount, formatDay, plural } from "@/lib/format";

const HEIGHT = 96;
const DAY_MS = 86_400_000;
const SHOWN = 90;

/** Runs on each day of the last weeks in which it was run. */
export function DailyPanel({ days }: { days: readonly QueryDay[] }): ReactNode {
  const newest = days[0];
  const oldest = days.at(-1);
  if (!newest || !oldest) return <Panel title="Runs by day"><Empty>No run of it is known by its day.</Empty></Panel>;
  const runs = new Map(days.map((day) => [day.day, day.runs]));
  const span = Math.min(SHOWN, Math.max(30, Math.round((Date.parse(newest.day) - Date.parse(oldest.day)) / DAY_MS) + 1));
  const dates = Array.from({ length: span }, (_, place) => new Date(Date.parse(newest.day) - (span - 1 - place) * DAY_MS));
  const most = Math.max(...days.map((day) => day.runs));
  const label = (date: Date | undefined): string => (date ? formatDay(date, "UTC") : "");
  return (
    <Panel title="Runs by day" note={`most on one day ${formatCount(most)}`}>
      <div role="img" aria-label={`${plural(days.length, "day")} with runs, ${label(dates[0])} to ${label(dates.at(-1))}, most on one day ${most}`} className="px-3 pt-3">
        <svg viewBox={`0 0 ${span * 8} ${HEIGHT}`} preserveAspectRatio="none" className="block h-24 w-full">
          {dates.map((date, place) => {
            const count = runs.get(date.toISOString().slice(0, 10)) ?? 0;
            const height = count === 0 ? 1 : Math.max(3, (count / most) * HEIGHT);
            return <rect key={place} x={place * 8} y={HEIGHT - height} width={5.5} height={height} fill={count ? "var(--ok-fill)" : "var(--line2)"}><title>{`${label(date)}: ${count}`}</title></rect>;
          })}
        </svg>
        <p className="flex justify-between py-1.5 text-11 text-ink-3"><span>{label(dates[0])}</span><span>{label(dates[Math.floor(span / 2)])}</span><span>{label(dates.at(-1))}</span></p>
      </div>
    </Panel>
  );
}
