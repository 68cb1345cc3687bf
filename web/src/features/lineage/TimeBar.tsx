import { ArrowLeftRight } from "lucide-react";
import { Slider } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { ZONE } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { useAsOf, useSetAsOf } from "@/lib/asOf";
import { cn } from "@/lib/classes";
import { formatMoment } from "@/lib/format";
import { nextMoment, snap } from "@/lib/timeline";
import { Histogram } from "./Histogram";
import { NightMarks } from "./NightMarks";
import type { LineageSearch } from "./search";
import { useThrottled } from "./useThrottled";
import { iso, useTimeBar } from "./useTimeBar";

const DAY_MS = 86_400_000;
const STEP_MS = 60_000;
/** How often the graph follows the handle while it is dragged, and in how many steps: what was seen once is cached. */
const PREVIEW_MS = 120;
const FRAMES = 168;
// Of the width of the slider: about six pixels.
const SNAP_SHARE = 0.007;
const SPANS_OF_DAYS: readonly { value: NonNullable<LineageSearch["span"]>; label: string }[] = [{ value: "30d", label: "30 d" }, { value: "7d", label: "7 d" }];

/** The graph as of any moment of the last days, and of two moments at once. */
export function TimeBar({ search, change }: { search: LineageSearch; change: (change: Partial<LineageSearch>) => void }): ReactNode {
  const asOf = useAsOf();
  const setAsOf = useSetAsOf();
  const facts = useTimeBar(search, asOf);
  if (facts === null) return <footer className="h-19 shrink-0 border-t border-line bg-surface" />;
  const { line, changes, moments, hasNight } = facts;
  const inSpan = (at: number): number => Math.min(line.until, Math.max(line.since, at));
  const b = inSpan(asOf ? Date.parse(asOf) : line.until);
  const a = search.vs ? inSpan(Date.parse(search.vs)) : null;
  const isBack = a !== null && a > b;
  const stops = [...changes, ...(moments ?? [])].map((one) => Date.parse(one.at));
  const commit = (chosen: number[]): void => {
    const [first = 0, second] = chosen.map((at) => snap(at, stops, (line.until - line.since) * SNAP_SHARE));
    const [from, to] = isBack ? [second, first] : [second === undefined ? undefined : first, second ?? first];
    if (from !== undefined) change({ vs: iso(from) });
    setAsOf(to >= line.until ? undefined : iso(to));
  };
  const swap = (): void => {
    change({ vs: iso(b) });
    setAsOf(search.vs);
  };
  return (
    <footer className="flex h-19 shrink-0 items-center gap-4 border-t border-line bg-surface px-4">
      <div className="w-40 shrink-0 text-12 max-sm:w-28">
        <p className="text-ink-3">{search.vs ? "Comparing" : "Graph as of"}</p>
        {search.vs && <p>{formatMoment(new Date(search.vs), ZONE)} →</p>}
        <p className="font-semibold">{asOf ? formatMoment(new Date(asOf), ZONE) : "now"}</p>
      </div>
      <TimeSlider values={a === null ? [b] : [a, b].sort((one, other) => one - other)} isBack={isBack} moments={stops} since={line.since} until={line.until} commit={commit}>
        <Histogram line={line} changes={changes} isCut={facts.isCut}>{moments && <NightMarks moments={moments} span={line} />}</Histogram>
      </TimeSlider>
      <ToggleGroup label="Span" className="max-[899px]:hidden" value={facts.span} onChange={(span) => change({ span })} choices={hasNight || facts.span === "night" ? [...SPANS_OF_DAYS, { value: "night", label: "Night" }] : SPANS_OF_DAYS} />
      <span className="max-[899px]:hidden">{search.vs ? <Button onClick={swap}><ArrowLeftRight aria-hidden />Swap</Button> : <Button onClick={() => change({ vs: iso(inSpan(b - DAY_MS)) })}><ArrowLeftRight aria-hidden />Compare</Button>}</span>
      <Button disabled={!asOf} onClick={() => setAsOf(undefined)}>Now</Button>
    </footer>
  );
}

interface SliderProps {
  /** From the earliest on. */
  readonly values: number[];
  /** The later one is A. */
  readonly isBack: boolean;
  /** Where arrow keys stop. */
  readonly moments: readonly number[];
  readonly since: number;
  readonly until: number;
  readonly commit: (values: number[]) => void;
  readonly children: ReactNode;
}

function TimeSlider({ values, isBack, moments, since, until, commit, children }: SliderProps): ReactNode {
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
        <Slider.Track className="relative h-full w-full"><Slider.Range className={values.length > 1 ? "absolute h-full bg-accent opacity-10" : ""} /></Slider.Track>
        {dragged.map((value, index) => (
          <Slider.Thumb key={index} onKeyDown={(event) => jump(event, index)} aria-label={values.length > 1 ? ["Earlier moment", "Later moment"][index] : "Moment"} aria-valuetext={formatMoment(new Date(value), ZONE)} className={cn("grid h-11 place-items-center rounded-sm bg-accent text-11 font-semibold text-on-accent ring-2 ring-surface", values.length > 1 ? "w-4" : "w-2")}>{values.length > 1 && (isBack ? "BA" : "AB")[index]}</Slider.Thumb>
        ))}
      </Slider.Root>
    </div>
  );
}
