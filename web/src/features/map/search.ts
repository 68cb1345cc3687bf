/** What the address of the map says. */
import { readChoice, readText, withoutDefaults } from "@/lib/address";

export const COLOURS = ["tier", "schema", "owner"] as const;

export interface MapSearch {
  readonly color?: (typeof COLOURS)[number];
  /** `namespace/name` of the dataset that is pointed at. */
  readonly sel?: string;
}

export function readMapSearch(search: Record<string, unknown>): MapSearch {
  return withoutDefaults<MapSearch>({ color: readChoice(search.color, COLOURS), sel: readText(search.sel) }, { color: "tier" });
}
