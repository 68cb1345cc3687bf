import type { DatasetDetail } from "@/api/schema";
import type { DatasetSearch } from "./search";

/** What every tab of the page gets. */
export interface TabProps {
  readonly name: string;
  readonly detail: DatasetDetail;
  readonly search: DatasetSearch;
  readonly change: (next: DatasetSearch) => void;
}
