import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { Slider } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useMemo, useState } from "react";
import { runs, schemaChanges } from "@/api/questions";
import { ZONE } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { useAsOf, useSetAsOf } from "@/lib/asOf";
import { cn } from "@/lib/classes";
import { formatMoment } from "@/lib/format";
import { nextMoment, snap, timeline } from "@/lib/timeline";
import { Histogram } from "./Histogram";
import { useThrottled } from "./useThrottled";
import type { LineageSearch } from "./search";

const DAY_MS = 86_400_000;
const STEP_MS = 60_000;
/** How often the graph follows the handle while it is dragged, and in how many steps: what was seen once is cached. */
const PREVIEW_MS = 120;
const FRAMES = 168;
// Of the width of the slider: about six pixels.
const SNAP_SHARE = 0.007;

function iso(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}

/** The graph as of any moment of the last days, and of two moments at once. */
export function TimeBar({ search, change }: { search: LineageSearch; change: (change: Partial<LineageSearch>) => void }): ReactNode {
  const asOf = useAsOf();
  const setAsOf = useSetAsOf();
  const [days, setDays] = useState<"1" | "7" | "30">("7");
  const newest = useQuery(runs({ limit: 1 })).data?.items[0]?.began_at;
  const last = newest ? Date.parse(newest) + 3_600_000 : null;
  // A moment outside of the span moves the span, so that its handle can be seen.
  const end = last === null ? null : asOf && Date.parse(asOf) < last - Number(days) * DAY_MS - STEP_MS ? Date.parse(asOf) + DAY_MS : last;
  const span = end === null ? null : { since: iso(end - Number(days) * DAY_MS), until: iso(end) };
  const ran = useQuery({ ...runs({ ...span, limit: 1000 }), enabled: span !== null });
  const changed = useQuery({ ...schemaChanges({ ...span, limit: 100 }), enabled: span !== null });
  const line = useMemo(() => timeline((ran.data?.items ?? []).flatMap((run) => (run.began_at ? [Date.parse(run.began_at)] : [])), end ?? 0, Number(days)), [ran.data, end, days]);
  const changes = useMemo(() => (changed.data?.items ?? []).filter((one) => one.verdict !== null), [changed.data]);
  if (end === null) return <footer className="h-19 shrink-0 border-t border-line bg-surface" />;
  const inSpan = (at: number): number => Math.min(line.until, Math.max(line.since, at));
  const b = inSpan(asOf ? Date.parse(asOf) : line.until);
  const values = search.vs ? [inSpan(Date.parse(search.vs)), b] : [b];
  const moments = changes.map((one) => Date.parse(one.at));
  const commit = (chosen: number[]): void => {
    const [first = 0, second] = chosen.map((at) => snap(at, moments, (line.until - line.since) * SNAP_SHARE));
    const later = second ?? first;
    if (second !== undefined) change({ vs: iso(first) });
    setAsOf(later >= line.until ? undefined : iso(later));
  };
  return (
    <footer className="flex h-19 shrink-0 items-center gap-4 border-t border-line bg-surface px-4">
      <div className="w-40 shrink-0 text-12">
        <p className="text-ink-3">{search.vs ? "Comparing" : "Graph as of"}</p>
        {search.vs && <p>{formatMoment(new Date(search.vs), ZONE)} →</p>}
        <p className="font-semibold">{asOf ? formatMoment(new Date(asOf), ZONE) : "now"}</p>
      </div>
      <TimeSlider values={values} moments={moments} since={line.since} until={line.until} commit={commit}>
        <Histogram line={line} changes={changes} isCut={(ran.data?.total ?? 0) > 1000} />
      </TimeSlider>
      <ToggleGroup label="Span" value={days} onChange={setDays} choices={[{ value: "30", label: "30 d" }, { value: "7", label: "7 d" }, { value: "1", label: "1 d" }]} />
      {search.vs ? <Button onClick={() => change({ vs: undefined })}>Stop</Button> : <Button onClick={() => change({ vs: iso(inSpan(b - DAY_MS)) })}><ArrowLeftRight aria-hidden />Compare</Button>}
      <Button disabled={!asOf} onClick={() => setAsOf(undefined)}>Now</Button>
    </footer>
  );
}

interface SliderProps {
  readonly values: number[];
  /** Where arrow keys stop. */
  readonly moments: readonly number[];
  readonly since: number;
  readonly until: number;
  readonly commit: (values: number[]) => void;
  readonly children: ReactNode;
}

function TimeSlider({ values, moments, since, until, commit, children }: SliderProps): ReactNode {
  const [dragged, drag] = useState(values);
  const [isDragging, setDragging] = useState(false);
  const [shown, setShown] = useState(values.join());
  if (values.join() !== shown) {
    setShown(values.join());
    // What is shown follows the hand, never the other way round.
    if (!isDragging) drag(values);
  }
  const preview = useThrottled(commit, PREVIEW_MS);
  const move = (next: number[]): void => {
    setDragging(true);
    drag(next);
    preview.later(next.map((at) => Math.round(at / frame) * frame));
  };
  const release = (next: number[]): void => {
    setDragging(false);
    preview.cancel();
    commit(next);
  };
  const frame = Math.max(STEP_MS, Math.round((until - since) / FRAMES / STEP_MS) * STEP_MS);
  const jump = (event: KeyboardEvent, index: number): void => {
    const sign = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!sign) return;
    event.preventDefault();
    commit(dragged.map((at, place) => (place === index ? nextMoment(at, [...moments, since, until], sign) : at)).sort((a, b) => a - b));
  };
  return (
    <div className="relative h-full min-w-0 flex-1">
      {children}
      <Slider.Root value={dragged} onValueChange={move} onValueCommit={release} min={since} max={until} step={STEP_MS} className="absolute inset-x-0 top-2 flex h-12 touch-none items-center">
        <Slider.Track className="relative h-full w-full"><Slider.Range className={values.length > 1 ? "absolute h-full bg-accent-bg opacity-60" : ""} /></Slider.Track>
        {dragged.map((value, index) => (
          <Slider.Thumb key={index} onKeyDown={(event) => jump(event, index)} aria-label={values.length > 1 ? ["Earlier moment", "Later moment"][index] : "Moment"} aria-valuetext={formatMoment(new Date(value), ZONE)} className={cn("grid h-11 place-items-center rounded-sm bg-accent text-11 font-semibold text-on-accent ring-2 ring-surface", values.length > 1 ? "w-4" : "w-2")}>{values.length > 1 && ["A", "B"][index]}</Slider.Thumb>
        ))}
      </Slider.Root>
    </div>
  );
}
