/** Incidents in the words of their pages; pure. */
import type { IncidentActivity, IncidentCounts, IncidentMoment, IncidentTreeRow } from "@/api/schema";
import { plural } from "./format";

/** `3 pipelines, 4 tables, 2 tests`; what there is none of is left out. */
export function countsWords(counts: IncidentCounts): string {
  const parts = [counts.pipelines && plural(counts.pipelines, "pipeline"), counts.tables && plural(counts.tables, "table"), counts.tests && plural(counts.tests, "test"), counts.alerts && `${counts.alerts} alerted`, counts.at_risk && `${counts.at_risk} at risk`];
  return parts.filter(Boolean).join(", ") || "nothing yet";
}

/** `3 of 3 pipelines, 4 of 4 tables`: what a revert mends. */
export function mendsWords(mends: IncidentCounts, counts: IncidentCounts): string {
  const of = (key: "pipelines" | "tables" | "tests", one: string): string | false => counts[key] > 0 && `${mends[key]} of ${plural(counts[key], one)}`;
  return [of("pipelines", "pipeline"), of("tables", "table"), of("tests", "test")].filter(Boolean).join(", ");
}

/** What a machine said, without the name of the class that said it. */
export function shortError(says: string): string {
  return says.replace(/^(?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*: /, "").replace(/^got no data$/, "no new data");
}

const TOLD: Record<string, string> = { acknowledged: "acknowledged it", resolved: "resolved it", reopened: "opened it again", confirmed: "confirmed the cause", corrected: "corrected the cause", muted: "muted it", unmuted: "ended the mute", merged: "merged it", cause_changed: "Another cause became likelier", opened: "Opened", widened: "Widened", notified: "Told" };

/** Who, what they did, and their words. */
export function activityWords({ kind, by, text, details }: IncidentActivity): { who: string; did: string; words: string } {
  if (kind === "signal" || kind === "note") return { who: by ?? "", did: "", words: text.replace(/^\w+: /, "") };
  const to = (details as { to?: string | null } | null)?.to;
  if (kind === "assigned") return { who: by ?? "", did: to ? `assigned it to ${to}` : "took it from whoever had it", words: text };
  return { who: by ?? "", did: TOLD[kind] ?? kind, words: text };
}

/** The story: what people said and did, and how it began; how it widened is in the tree. */
export function story(activity: readonly IncidentActivity[]): readonly IncidentActivity[] {
  return activity.filter((one) => one.kind !== "widened");
}

export interface SpreadMark {
  readonly moment: IncidentMoment;
  /** From 0 to 1 along the strip. */
  readonly place: number;
}

/** The moments on one axis, from the first to the last. */
export function spread(timeline: readonly IncidentMoment[]): readonly SpreadMark[] {
  const times = timeline.map((one) => Date.parse(one.at));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return timeline.map((moment) => ({ moment, place: last === first ? 0 : (Date.parse(moment.at) - first) / (last - first) })).toSorted((a, b) => a.place - b.place);
}

// Of the width: nearer ones would be written on one another.
const LABELS_APART = 0.06;

/** The marks whose time is written below them: the last one always, the others where there is room. */
export function labelled(marks: readonly SpreadMark[]): readonly SpreadMark[] {
  const shown: SpreadMark[] = [];
  const end = marks.at(-1);
  for (const mark of marks.slice(0, -1)) {
    const before = shown.at(-1);
    if ((!before || mark.place - before.place >= LABELS_APART) && (!end || end.place - mark.place >= LABELS_APART)) shown.push(mark);
  }
  return end ? [...shown, end] : shown;
}

/** Rows without what lies below a folded one. */
export function unfolded(tree: readonly IncidentTreeRow[], folded: ReadonlySet<string>): readonly IncidentTreeRow[] {
  const hidden = new Set<string>();
  return tree.filter((row) => {
    const isHidden = row.parent !== null && (folded.has(row.parent) || hidden.has(row.parent));
    if (isHidden) hidden.add(row.id);
    return !isHidden;
  });
}
