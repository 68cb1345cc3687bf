/** What people declare of a dataset and its columns: read from an answer, changed, and written as a request; pure. */

export interface ColumnLabels {
  readonly name: string;
  readonly description: string | null;
  readonly is_pii: boolean;
  readonly classification: string | null;
  readonly tags: readonly string[];
}

export const CLASSES = ["public", "internal", "confidential", "restricted"] as const;

export interface ColumnChange {
  readonly classification?: string;
  readonly is_pii?: boolean;
}

/** All columns with what is declared of them, as the new word replaces the last as a whole; without types, so that no schema is stated. */
export function columnRequests(columns: readonly ColumnLabels[], chosen: ReadonlySet<string>, change: ColumnChange) {
  return columns
    .map((column) => ({ ...column, ...(chosen.has(column.name) ? change : {}) }))
    .filter((column) => column.is_pii || column.classification !== null || column.description !== null || column.tags.length > 0 || chosen.has(column.name))
    .map((column) => ({
      name: column.name,
      ...(column.description === null ? {} : { description: column.description }),
      ...(column.is_pii || chosen.has(column.name) ? { is_pii: column.is_pii } : {}),
      ...(column.classification === null ? {} : { classification: column.classification }),
      ...(column.tags.length ? { tags: [...column.tags] } : {}),
    }));
}

/** `gold, nightly` as a list; empty parts and repeats left out. */
export function readTags(text: string): readonly string[] {
  return [...new Set(text.split(",").map((tag) => tag.trim()).filter(Boolean))];
}
