import { CalendarClock, History } from "lucide-react";
import { type ReactNode, useState } from "react";
import { EntityPicker } from "@/components/EntityPicker";
import { ZONE } from "@/components/Time";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { formatMoment, fromLocal, toLocal } from "@/lib/format";
import { DEFAULTS, LOOKBACKS, type Lookback, MODELS, type TimeMachineSearch, lookbackName } from "./search";

interface Props {
  readonly search: TimeMachineSearch;
  /** When it alerted, as far as that is known. */
  readonly at: string | undefined;
  readonly investigate: (next: TimeMachineSearch) => void;
  readonly isRunning: boolean;
  readonly note: ReactNode;
}

const FIELD = "flex h-7 items-center gap-1.5 rounded-md border border-line-2 bg-surface pl-2.5 text-ink-2";
const SELECT = "h-full rounded-r-md bg-transparent pr-1 font-medium text-ink";

/** What alerted, when, and how far back a cause is sought. */
export function InvestigateBar({ search, at, investigate, isRunning, note }: Props): ReactNode {
  const [entity, setEntity] = useState(search.entity);
  const [time, setTime] = useState<string | undefined>(undefined);
  const [lookback, setLookback] = useState<Lookback>(search.lookback ?? DEFAULTS.lookback);
  const [model, setModel] = useState(search.model ?? DEFAULTS.model);
  const shownTime = time ?? (at ? toLocal(new Date(at)) : "");
  const moment = fromLocal(shownTime);
  const isReady = entity !== undefined && moment !== null && !isRunning;
  const submit = (): void => {
    if (isReady) investigate({ entity, at: moment, lookback, model });
  };
  return (
    <form className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-5 py-2.5" onSubmit={(event) => { event.preventDefault(); submit(); }}>
      <EntityPicker kind="any" value={entity} onPick={setEntity} />
      <Popover>
        <PopoverTrigger asChild><Button className="font-normal"><CalendarClock aria-hidden /><span className="text-ink-2">Alert at</span><b className="font-medium">{moment ? formatMoment(new Date(moment), ZONE) : "choose a moment"}</b></Button></PopoverTrigger>
        <PopoverContent label="When it alerted" align="start" className="grid gap-1 p-3">
          <input type="datetime-local" step={60} aria-label={`Alert at, in ${ZONE}`} value={shownTime} onChange={(event) => setTime(event.target.value)} className="h-7 rounded-md border border-ctl bg-surface px-2" />
          <span className="text-12 text-ink-3">{ZONE}{moment && ZONE !== "UTC" && `, ${moment.slice(11, 16)} UTC`}</span>
        </PopoverContent>
      </Popover>
      <label className={FIELD}>Look back<select value={lookback} onChange={(event) => setLookback(event.target.value as Lookback)} className={SELECT}>{LOOKBACKS.map((one) => <option key={one} value={one}>{lookbackName(one)}</option>)}</select></label>
      <label className={FIELD}>Model<select value={model} onChange={(event) => setModel(MODELS.find((one) => one === event.target.value) ?? "default")} className={SELECT}>{MODELS.map((one) => <option key={one}>{one}</option>)}</select></label>
      <Button type="submit" variant="primary" disabled={!isReady}><History aria-hidden />{isRunning ? "Investigating…" : "Investigate"}</Button>
      <span className="ml-auto text-12 text-ink-3" aria-live="polite">{note}</span>
    </form>
  );
}
