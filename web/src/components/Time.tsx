import type { ReactNode } from "react";
import { Tip } from "@/components/ui/tooltip";
import { formatMoment, formatOnDay, formatTime } from "@/lib/format";

export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time in the viewer's zone, with UTC on hover; `now` is what "today" is told from, `on` the day that a panel is about. */
export function Time({ at, now, on }: { at: string | null | undefined; now?: Date; on?: string }): ReactNode {
  if (!at) return <span className="text-ink-3">never</span>;
  const date = new Date(at);
  return (
    <Tip text={`${date.toISOString().replace("T", " ").replace(/(\.000)?Z$/, "")} UTC`}>
      <time dateTime={at}>{on ? formatOnDay(date, new Date(on), ZONE) : now ? formatTime(date, now, ZONE) : formatMoment(date, ZONE)}</time>
    </Tip>
  );
}
