import { api, unwrap } from "@/api/client";
import type { PipelineEntry, operations } from "@/api/schema";
import { toCsv } from "@/lib/csv";
import { saveFile } from "@/lib/save";

type Asked = NonNullable<operations["list_pipelines"]["parameters"]["query"]>;

const PAGE = 1000;
const MOST_PAGES = 200;
const HEAD = ["namespace", "pipeline", "state", "muted", "parent", "owners", "success_rate", "last_run", "last_state", "last_began", "took_seconds", "duration_low", "duration_high", "rows", "rows_low", "rows_high", "next_expected", "waits_for"];

/** All that the filter leaves, not only what is in sight. */
export async function savePipelines(asked: Asked): Promise<void> {
  const rows: PipelineEntry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const found = await unwrap(api.GET("/api/v1/pipelines", { params: { query: { ...asked, runs: 1, limit: PAGE, cursor } } }));
    rows.push(...found.items);
    if (found.next_cursor === null) break;
    cursor = found.next_cursor;
  }
  saveFile("pipelines.csv", new Blob([toCsv(HEAD, rows.map(cells))], { type: "text/csv" }));
}

/** `low` and `high`, or two empty cells. */
function ends(band: PipelineEntry["rows"]): (number | null)[] {
  return band ? [band.low, band.high] : [null, null];
}

function cells(row: PipelineEntry): (string | number | null)[] {
  const last = row.runs[0];
  return [
    row.namespace, row.name, row.state, String(row.muted), row.parent, row.owners.join(" "), row.success_rate,
    ...(last ? [last.run_id, last.state, last.began_at, last.seconds] : [null, null, null, null]), ...ends(row.duration), last?.rows ?? null, ...ends(row.rows), row.next_run?.expected_at ?? null, row.waits_for.join(" "),
  ];
}
