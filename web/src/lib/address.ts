/** What an address may say: read once, defaults left out, so that the same view has one address. */

type Raw = Record<string, unknown>;

/** A moment as ISO 8601 in UTC without fractions, or nothing. */
export function readMoment(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const at = new Date(value);
  return Number.isNaN(at.valueOf()) ? undefined : at.toISOString().replace(/\.\d+Z$/, "Z");
}

export function readText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function readChoice<Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => choice === value);
}

export function readCount(value: unknown, most: number): number | undefined {
  const count = typeof value === "number" ? value : typeof value === "string" && value !== "" ? Number(value) : NaN;
  return Number.isInteger(count) && count >= 0 ? Math.min(count, most) : undefined;
}

export function readList(value: unknown, most: number): readonly string[] | undefined {
  const many = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const texts = many.map(readText).filter((text) => text !== undefined);
  return texts.length ? texts.slice(0, most) : undefined;
}

/** Without what is not said, and without what would be so anyway. */
export function withoutDefaults<Search extends object>(search: Search, defaults: Partial<Search> = {}): Search {
  const said = Object.entries(search).filter(([key, value]) => value !== undefined && (defaults as Raw)[key] !== value);
  return Object.fromEntries(said) as Search;
}

/** `a=1&b=x&b=y`: lists repeat their key, and texts stand as they are. */
export function stringifySearch(search: Raw): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(key, String(one));
    }
  }
  const text = query.toString();
  return text ? `?${text}` : "";
}

export function parseSearch(text: string): Raw {
  const found: Raw = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const before = found[key];
    found[key] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return found;
}
