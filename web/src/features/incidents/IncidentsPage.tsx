import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { incidents } from "@/api/questions";
import type { IncidentPage, IncidentSummary } from "@/api/schema";
import { Answer, SkeletonRows } from "@/components/Panel";
import { Time } from "@/components/Time";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { ownerName } from "@/lib/entity";
import { formatDuration, plural } from "@/lib/format";
import { countsWords } from "@/lib/incidents";
import { ALMOST_SURE, percent } from "@/lib/investigation";
import { StateBadge, glyphOf } from "./StateBadge";
import { type IncidentsSearch, SPANS, STATES, readIncidentsSearch } from "./search";
import { StateGlyph } from "@/components/StateGlyph";

const DAY_MS = 86_400_000;
const FIELD = "h-7 rounded-md border border-line-2 bg-surface px-2";
const SPAN_NAMES = { "1d": "last 24 hours", "7d": "last 7 days", "30d": "last 30 days" };
const NAMES = { open: "Open", acknowledged: "Acknowledged", resolved: "Resolved", muted: "Muted" };

/** What is open, who has it, and is it getting worse? One row a cause, not one an alert. */
export function IncidentsPage({ search }: { search: IncidentsSearch }): ReactNode {
  const navigate = useNavigate();
  const state = search.state ?? "open";
  // By the day, so that the question stays the same while one looks.
  const since = search.since && new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - (Number.parseInt(search.since, 10) - 1) * DAY_MS).toISOString();
  const page = useQuery(incidents({ state, owner: search.owner, tier: search.tier, since, limit: 200 }));
  const view = (next: Partial<IncidentsSearch>): void => void navigate({ to: "/incidents", replace: true, search: (before: Record<string, unknown>) => ({ asOf: before.asOf, ...readIncidentsSearch({ ...search, ...next }) }) as IncidentsSearch });
  const choices = STATES.map((value) => ({ value, label: <>{NAMES[value]} <span className="text-ink-3">{page.data?.counts[value] ?? ""}</span></> }));
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-5 py-2.5 max-sm:px-3">
        <h1 className="sr-only">Incidents</h1>
        <ToggleGroup label="State" value={state} choices={choices} onChange={(next) => view({ state: next })} className="max-w-full overflow-x-auto" />
        <input aria-label="Owner" placeholder="Owner" value={search.owner ?? ""} onChange={(event) => view({ owner: event.target.value || undefined })} className={`${FIELD} w-36`} />
        <select aria-label="Tier" value={search.tier ?? ""} onChange={(event) => view({ tier: event.target.value || undefined })} className={FIELD}><option value="">all tiers</option>{["1", "2", "3"].map((one) => <option key={one} value={one}>tier {one}</option>)}</select>
        <select aria-label="Since" value={search.since ?? ""} onChange={(event) => view({ since: SPANS.find((one) => one === event.target.value) })} className={FIELD}><option value="">any time</option>{SPANS.map((one) => <option key={one} value={one}>{SPAN_NAMES[one]}</option>)}</select>
      </div>
      <div className="mx-auto max-w-[1720px] p-5 max-sm:p-0">
        <div className="rounded-lg border border-line bg-surface max-sm:rounded-none max-sm:border-x-0">
          <Answer query={page} failed="Incidents could not be loaded." loading={<SkeletonRows rows={5} height={52} />}>
            {(data) => (data.items.length === 0 ? <p className="p-4">{emptyWords(data, state, search)}</p> : <ul aria-label={`${NAMES[state]} incidents`}>{data.items.map((one) => <Row key={one.id} incident={one} />)}</ul>)}
          </Answer>
        </div>
        {page.data && page.data.total > page.data.items.length && <p className="px-1 py-2 text-12 text-ink-3">{page.data.items.length} of {page.data.total} shown, the latest first</p>}
      </div>
    </div>
  );
}

function emptyWords({ resolved_lately: lately }: IncidentPage, state: keyof typeof NAMES, search: IncidentsSearch): string {
  const isFiltered = search.owner !== undefined || search.tier !== undefined || search.since !== undefined;
  const none = `No ${NAMES[state].toLowerCase()} incident${isFiltered ? " fits the filter" : ""}.`;
  return lately.count === 0 ? none : `${none} ${lately.count} resolved in 30 days${lately.median_seconds === null ? "" : `, median ${formatDuration(lately.median_seconds)}`}.`;
}

function Row({ incident }: { incident: IncidentSummary }): ReactNode {
  const over = incident.resolved_at ? Date.parse(incident.resolved_at) : Date.now();
  return (
    <li className="border-b border-line last:border-b-0">
      <Link to="/incidents/$id" params={{ id: String(incident.id) }} className="grid grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2 hover:bg-sunken min-[1000px]:grid-cols-[18px_minmax(0,1fr)_76px_210px_130px_130px]">
        <StateGlyph state={glyphOf(incident)} label={incident.severity} />
        <span className="min-w-0"><span className="block truncate font-semibold" title={incident.title}>{incident.title}</span><span className="block truncate text-12 text-ink-3">{incident.name}{incident.tier && ` · tier ${incident.tier}`} · {countsWords(incident.counts)}</span></span>
        <span className="text-right text-12 max-[999px]:hidden">{incident.cause ? percent(Math.min(incident.confidence / 100, ALMOST_SURE)) : "?"}<span className="block text-11 text-ink-3">{incident.label}</span></span>
        <span className="text-12 max-[999px]:hidden">opened <Time at={incident.opened_at} now={new Date()} /><span className="block text-ink-3">{formatDuration((over - Date.parse(incident.opened_at)) / 1000)}{incident.widened > 0 && `, widened ${plural(incident.widened, "time")}`}</span></span>
        <span className="truncate text-12 max-[999px]:hidden">{incident.assignee ? ownerName(incident.assignee) : <span className="text-ink-3">nobody yet</span>}</span>
        <span className="justify-self-end"><StateBadge incident={incident} /></span>
      </Link>
    </li>
  );
}
