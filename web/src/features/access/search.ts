import { readChoice, readCount, withoutDefaults } from "@/lib/address";

export const TABS = ["keys", "requests", "grants", "audit"] as const;
export type AccessTab = (typeof TABS)[number];

export interface AccessSearch {
  readonly tab?: AccessTab;
  /** 1: of requests those that are decided too; of the audit log everything, not only what was refused. */
  readonly all?: number;
}

export function readAccessSearch(search: Record<string, unknown>): AccessSearch {
  return withoutDefaults({ tab: readChoice(search.tab, TABS), all: readCount(search.all, 1) }, { tab: "keys", all: 0 });
}
