/** What the address of the compliance page says: whose flows, and which of them. */
import { readChoice, readCount, readText, withoutDefaults } from "@/lib/address";
import { EFFECTS, type Effect } from "@/lib/flows";

export const CLASSES = ["restricted", "confidential", "internal", "public"] as const;
export const VIEWS = ["graph", "table"] as const;

export interface ComplianceSearch {
  readonly class?: (typeof CLASSES)[number];
  readonly tag?: string;
  /** As `namespace/dataset#column`. */
  readonly column?: string;
  readonly effect?: Effect;
  readonly indirect?: number;
  readonly view?: (typeof VIEWS)[number];
  readonly text?: string;
}

export function readComplianceSearch(search: Record<string, unknown>): ComplianceSearch {
  return withoutDefaults<ComplianceSearch>(
    {
      class: readChoice(search.class, CLASSES),
      tag: readText(search.tag),
      column: readText(search.column),
      effect: readChoice(search.effect, EFFECTS),
      indirect: readCount(search.indirect, 1),
      view: readChoice(search.view, VIEWS),
      text: readText(search.text),
    },
    { indirect: 0, view: "graph", tag: DEFAULT_TAG },
  );
}

const DEFAULT_TAG = "pii";

export type Subject = { readonly kind: "class" | "tag" | "column"; readonly value: string };

/** One thing is asked about at a time; of none, personal data is. */
export function subjectOf(search: ComplianceSearch): Subject {
  if (search.column !== undefined) return { kind: "column", value: search.column };
  if (search.class !== undefined) return { kind: "class", value: search.class };
  return { kind: "tag", value: search.tag ?? DEFAULT_TAG };
}
