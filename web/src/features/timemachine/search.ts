/** What the address of the Time Machine says: what alerted, when, and how it is looked at. */
import { readChoice, readMoment, readText, withoutDefaults } from "@/lib/address";

export const MODELS = ["default", "baseline"] as const;
export const VIEWS = ["phases", "all"] as const;
export const LOOKBACKS = ["6h", "1d", "2d", "7d", "30d"] as const;
export type Lookback = (typeof LOOKBACKS)[number];

export interface TimeMachineSearch {
  /** `namespace/name`; of a pipeline with `job:` before it. */
  readonly entity?: string;
  /** When it alerted: nothing later counts. */
  readonly at?: string;
  readonly lookback?: Lookback;
  readonly model?: (typeof MODELS)[number];
  /** The id of what is looked at in the timeline. */
  readonly event?: string;
  readonly view?: (typeof VIEWS)[number];
}

export const DEFAULTS = { lookback: "2d", model: "default", view: "phases" } as const;

export function readTimeMachineSearch(search: Record<string, unknown>): TimeMachineSearch {
  return withoutDefaults<TimeMachineSearch>(
    {
      entity: readText(search.entity),
      at: readMoment(search.at),
      lookback: readChoice(search.lookback, LOOKBACKS),
      model: readChoice(search.model, MODELS),
      event: readText(search.event),
      view: readChoice(search.view, VIEWS),
    },
    DEFAULTS,
  );
}

export function lookbackDays(lookback: Lookback | undefined): number {
  const text = lookback ?? DEFAULTS.lookback;
  return text.endsWith("h") ? Number.parseInt(text, 10) / 24 : Number.parseInt(text, 10);
}

export function lookbackName(lookback: Lookback): string {
  const count = Number.parseInt(lookback, 10);
  const unit = lookback.endsWith("h") ? "hour" : "day";
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
