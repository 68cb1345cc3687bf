/** What the address of the list of datasets says. */
import { readChoice, readText, withoutDefaults } from "@/lib/address";

export const TYPES = ["table", "view", "topic", "file", "dashboard", "model"] as const;

export interface CatalogSearch {
  readonly q?: string;
  readonly type?: (typeof TYPES)[number];
  readonly owner?: string;
  readonly tier?: string;
  readonly tag?: string;
}

export function readCatalogSearch(search: Record<string, unknown>): CatalogSearch {
  return withoutDefaults<CatalogSearch>({ q: readText(search.q), type: readChoice(search.type, TYPES), owner: readText(search.owner), tier: readText(search.tier), tag: readText(search.tag) });
}
