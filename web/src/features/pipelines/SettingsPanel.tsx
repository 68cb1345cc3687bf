import { type ReactNode, useState } from "react";
import type { PipelineDetail, PipelineSettingsRequest } from "@/api/schema";
import { Panel } from "@/components/Panel";
import { Switch } from "@/components/ui/switch";
import { formatDuration } from "@/lib/format";
import { useKeys } from "@/lib/useKeys";
import { useSettings } from "./settings";

const UNITS = ["minute", "hour", "day", "week", "month"];
const MINUTE = 60;
const ROW = "flex min-h-10 items-center gap-2 border-b border-line px-3 last:border-b-0";

/** What people decide about it; saved at once. */
export function SettingsPanel({ detail }: { detail: PipelineDetail }): ReactNode {
  const { pipeline, settings } = detail;
  const save = useSettings(pipeline.namespace, pipeline.name);
  const set = (change: Partial<PipelineSettingsRequest>): void => save.mutate({ change, before: settings });
  useKeys({ m: () => set({ muted: !settings.muted }) });
  return (
    <Panel title="Settings" action={<span className="text-ink-3">saved at once, undo for 10 s</span>}>
      <div className={ROW}><span>Active</span><span className="text-12 text-ink-3">expected to run</span><span className="ml-auto"><Switch label="Active" isOn={settings.active} onChange={(active) => set({ active })} /></span></div>
      <div className={ROW}><span>Mute timeliness</span><span className="text-12 text-ink-3">no alerts while muted</span><span className="ml-auto"><Switch label="Mute timeliness" isOn={settings.muted} onChange={(muted) => set({ muted })} /></span></div>
      <LateAfter key={JSON.stringify(settings.late_after)} detail={detail} set={set} />
      <TooLong key={settings.too_long_seconds} detail={detail} set={set} />
    </Panel>
  );
}

interface RuleProps {
  readonly detail: PipelineDetail;
  readonly set: (change: Partial<PipelineSettingsRequest>) => void;
}

const FIELD = "h-7 w-14 rounded-md border border-ctl bg-surface px-2 text-right focus:border-accent outline-none";

function LateAfter({ detail: { settings, pipeline }, set }: RuleProps): ReactNode {
  const own = settings.late_after;
  const [number, setNumber] = useState(own ? String(own.number) : "");
  const unit = own?.unit ?? "hour";
  const save = (text: string, chosen: string): void => {
    const rule = text.trim() === "" ? "none" : `${text.trim()} ${chosen}`;
    const before = own ? `${own.number} ${own.unit}` : "none";
    if (rule !== before && (rule === "none" || Number(text) > 0)) set({ late_after: rule });
  };
  const says = own ? "rule of this pipeline" : settings.type_late_after ? `${settings.type_late_after.number} ${settings.type_late_after.unit}, by its type` : pipeline.next_run ? "by its rhythm" : "no rule, no rhythm";
  return (
    <div className={ROW}>
      <span>Late after</span><span className="text-12 text-ink-3">{says}</span>
      <span className="ml-auto flex gap-1">
        <input aria-label="Late after, number" inputMode="numeric" value={number} placeholder="auto" onChange={(event) => setNumber(event.target.value.replace(/\D/g, "").slice(0, 4))} onBlur={() => save(number, unit)} onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()} className={FIELD} />
        <select aria-label="Late after, unit" value={unit} onChange={(event) => save(number || "1", event.target.value)} className="h-7 rounded-md border border-ctl bg-surface px-1">
          {UNITS.map((one) => <option key={one}>{one}</option>)}
        </select>
      </span>
    </div>
  );
}

function TooLong({ detail: { settings, pipeline }, set }: RuleProps): ReactNode {
  const own = settings.too_long_seconds;
  const [minutes, setMinutes] = useState(own === null ? "" : String(Math.round((own / MINUTE) * 10) / 10));
  const save = (): void => {
    const seconds = minutes.trim() === "" ? 0 : Math.round(Number(minutes) * MINUTE);
    if (Number.isFinite(seconds) && seconds !== (own ?? 0)) set({ too_long_seconds: seconds });
  };
  const limit = settings.run_limit;
  const says = own !== null ? "rule of this pipeline" : limit ? `${formatDuration(limit.seconds)}, from ${pipeline.duration?.runs ?? "its"} successful runs` : "not enough runs to tell";
  return (
    <div className={ROW}>
      <span>Too long after</span><span className="min-w-0 truncate text-12 text-ink-3">{says}</span>
      <span className="ml-auto flex items-center gap-1">
        <input aria-label="Too long after, minutes" inputMode="decimal" value={minutes} placeholder="auto" onChange={(event) => setMinutes(event.target.value.replace(/[^\d.]/g, "").slice(0, 6))} onBlur={save} onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()} className={FIELD} /><span className="w-8 text-ink-3">min</span>
      </span>
    </div>
  );
}
