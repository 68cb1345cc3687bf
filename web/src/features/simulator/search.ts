/** What the address of the Simulator says: the draft of a change, and of a result what is looked at. */
import { readChoice, readList, readText, withoutDefaults } from "@/lib/address";
import { VERDICTS, type Verdict } from "./verdicts";

export const MODES = ["change", "ddl", "model"] as const;
export const TABS = ["verdicts", "pipelines", "assets", "people", "runbook", "coverage"] as const;
export type Mode = (typeof MODES)[number];
export type ResultTab = (typeof TABS)[number];

export interface SimulatorSearch {
  /** The dataset, by its whole name. */
  readonly entity?: string;
  readonly mode?: Mode;
  /** As `drop:amount_usd`. */
  readonly change?: readonly string[];
  readonly ddl?: string;
  readonly model?: string;
  readonly tab?: ResultTab;
  /** The verdicts that are shown; all if none is said. */
  readonly verdict?: readonly Verdict[];
  /** Whose queries are shown. */
  readonly user?: string;
  /** The text whose details are shown, by its fingerprint. */
  readonly q?: string;
}

const MOST_CHANGES = 20;
/** A longer script is simulated as well, but an address can't hold it. */
export const MOST_IN_ADDRESS = 4000;

function readScript(value: unknown): string | undefined {
  const text = readText(value);
  return text && text.length <= MOST_IN_ADDRESS ? text : undefined;
}

export function readSimulatorSearch(search: Record<string, unknown>): SimulatorSearch {
  const verdict = readList(search.verdict, VERDICTS.length)?.map((one) => readChoice(one, VERDICTS)).filter((one) => one !== undefined);
  return withoutDefaults(
    {
      entity: readText(search.entity),
      mode: readChoice(search.mode, MODES),
      change: readList(search.change, MOST_CHANGES),
      ddl: readScript(search.ddl),
      model: readScript(search.model),
      tab: readChoice(search.tab, TABS),
      verdict: verdict?.length ? verdict : undefined,
      user: readText(search.user),
      q: readText(search.q),
    },
    { mode: "change", tab: "verdicts" },
  );
}
