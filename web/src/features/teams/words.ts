/** How long a team keeps what, in words. */
import type { Team } from "@/api/schema";

const KINDS = ["events", "spans", "points", "runs", "queries"] as const;
const KEPT: ReadonlySet<string> = new Set(["runs", "queries"]);
/** What stands for "nobody has said how long". */
export const FOR_GOOD_DAYS = 36_500;

type Kept = Pick<Team, "storage_retention_days" | "retention_days">;

export function keptFor(team: Kept): readonly { readonly kind: string; readonly text: string }[] {
  return KINDS.map((kind) => {
    const days = team.retention_days[kind] ?? (KEPT.has(kind) ? FOR_GOOD_DAYS : team.storage_retention_days);
    return { kind, text: days >= FOR_GOOD_DAYS ? "for good" : days === 1 ? "1 day" : `${days} days` };
  });
}
