import { readChoice, withoutDefaults } from "@/lib/address";

export const TABS = ["aliases", "orphans"] as const;
export type NamesTab = (typeof TABS)[number];

export interface NamesSearch {
  readonly tab?: NamesTab;
}

export function readNamesSearch(search: Record<string, unknown>): NamesSearch {
  return withoutDefaults<NamesSearch>({ tab: readChoice(search.tab, TABS) }, { tab: "aliases" });
}
