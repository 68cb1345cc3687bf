/** What an event gave, in words that people use; pure. */
import { plural } from "./format";

const NAMES: Record<string, readonly [string, string]> = {
  node: ["name", "names"], edge: ["edge", "edges"], schema_seen: ["schema", "schemas"], schema: ["schema", "schemas"], assertion: ["test result", "test results"],
  facet: ["facet", "facets"], run_facet: ["facet of the run", "facets of the run"], io_facet: ["facet of an input or output", "facets of inputs and outputs"],
  signal: ["signal", "signals"], query: ["query", "queries"], query_use: ["use of a query", "uses of queries"], lifecycle: ["change of a dataset's life", "changes of a dataset's life"],
  alias: ["other name", "other names"], sql_text: ["SQL text", "SQL texts"],
};

/** `3 names, 2 edges`: kinds that say something to people, most first; how runs are kept is left out. */
export function factsInWords(facts: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(facts)
    .filter(([kind]) => kind in NAMES)
    .sort((a, b) => b[1] - a[1])
    .map(([kind, count]) => plural(count, ...(NAMES[kind] as readonly [string, string])));
}

/** `1.2 kB`: for sizes of events. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `shopflow.example` of `https://shopflow.example/producer`: what tells producers apart. */
export function shortProducer(producer: string): string {
  return producer.replace(/^https?:\/\//, "").replace(/^(github\.com\/)/, "");
}
