import type { ReactNode } from "react";
import type { EventActivity } from "@/api/schema";
import { formatCount } from "@/lib/format";

const HEIGHT = 20;
const STEP = 4;

/** How much arrived over the window, as bars; one line of the bar above the list. */
export function Activity({ activity }: { activity: EventActivity }): ReactNode {
  const most = Math.max(1, ...activity.buckets.map((bucket) => bucket.events));
  const hours = (activity.bucket_seconds * activity.buckets.length) / 3600;
  const rate = hours > 0 ? activity.events / hours : 0;
  return (
    <span className="flex items-center gap-2 text-12 text-ink-2" title={`${activity.cut ? "The newest 100,000 are counted. " : ""}${formatCount(activity.events)} events`}>
      {rate >= 10 ? formatCount(rate) : rate.toFixed(1)}/h
      <svg role="img" aria-label={`${formatCount(activity.events)} events in ${Math.round(hours)} hours`} width={activity.buckets.length * STEP} height={HEIGHT}>
        {activity.buckets.map((bucket, place) => {
          const height = bucket.events === 0 ? 1 : Math.max(2, (bucket.events / most) * HEIGHT);
          return <rect key={bucket.at} x={place * STEP} y={HEIGHT - height} width={STEP - 1} height={height} fill="var(--ok-fill)" />;
        })}
      </svg>
    </span>
  );
}
