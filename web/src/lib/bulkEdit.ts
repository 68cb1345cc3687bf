/** One change to many datasets, as requests, with what takes it back; pure. */

export interface Editable {
  readonly type: string;
  readonly namespace: string;
  readonly name: string;
  readonly owners: readonly string[];
  readonly tier: string | null;
  readonly tags: readonly string[];
}

export interface BulkChange {
  readonly owner?: string;
  readonly tier?: string;
  /** Added to what each has. */
  readonly tags?: readonly string[];
}

/** Only what differs is said; a dataset that has it all already is left out. */
export function changesOf(chosen: readonly Editable[], change: BulkChange): { changed: readonly object[]; former: readonly object[] } {
  const changed: object[] = [];
  const former: object[] = [];
  for (const { type, namespace, name, owners, tier, tags } of chosen) {
    const id = { type, namespace, name };
    const added = (change.tags ?? []).filter((tag) => !tags.includes(tag));
    const isOther = { owner: change.owner !== undefined && owners[0] !== change.owner, tier: change.tier !== undefined && tier !== change.tier, tags: added.length > 0 };
    if (!isOther.owner && !isOther.tier && !isOther.tags) continue;
    changed.push({ ...id, ...(isOther.owner ? { owner: change.owner } : {}), ...(isOther.tier ? { tier: change.tier } : {}), ...(isOther.tags ? { tags: [...tags, ...added] } : {}) });
    former.push({ ...id, ...(isOther.owner ? { owner: owners[0] ?? "" } : {}), ...(isOther.tier ? { tier: tier ?? "" } : {}), ...(isOther.tags ? { tags: [...tags] } : {}) });
  }
  return { changed, former };
}
