import { useQuery } from "@tanstack/react-query";
import { useAsOf } from "@/lib/asOf";
import { newestEvent } from "./operations";

const DAY_MS = 86_400_000;

export interface Moment {
  /** What to ask for; nothing for now. */
  readonly asOf: string | undefined;
  /** What today and tomorrow are told from. */
  readonly now: Date;
  /** Nothing was heard for a day: states are shown as of the newest event. */
  readonly isQuiet: boolean;
  /** False until it is known. */
  readonly isReady: boolean;
}

/** The moment that a page is about: the one in the address, or now; or, of a log that fell silent, its newest event. */
export function useMoment(): Moment {
  const asOf = useAsOf();
  const newest = useQuery(newestEvent());
  const last = newest.data?.items[0]?.event_time;
  if (asOf !== undefined) return { asOf, now: new Date(asOf), isQuiet: false, isReady: true };
  const isQuiet = last !== undefined && Date.now() - Date.parse(last) > DAY_MS;
  return { asOf: isQuiet ? last : undefined, now: isQuiet ? new Date(last) : new Date(), isQuiet, isReady: newest.data !== undefined || newest.isError };
}
