import { readText, withoutDefaults } from "@/lib/address";

export interface ConnectorsSearch {
  /** The connector whose last run is shown in full. */
  readonly sel?: string;
}

export function readConnectorsSearch(search: Record<string, unknown>): ConnectorsSearch {
  return withoutDefaults({ sel: readText(search.sel) });
}
