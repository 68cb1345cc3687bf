/** What a failed run says: the message, where in which file, and what in the SQL it is about; pure. */
import type { Range } from "./sqlFragment";

export interface RunError {
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  /** The lines of the stack, each with whether it lies outside of libraries. */
  readonly stack: readonly { readonly text: string; readonly isOwn: boolean }[];
}

const PLACE = /([\w./-]+\.\w+)["']?,?\s+line\s+(\d+)/gi;
const LIBRARY = /site-packages|dist-packages|\/lib\/python|node_modules|\/usr\/lib/;
const NAMED = /(?:column|field|relation|table|function)\s+["'`]?([\w.$]+)["'`]?/i;

export function readRunError(facet: unknown): RunError | null {
  if (typeof facet !== "object" || facet === null) return null;
  const { message, stackTrace } = facet as Record<string, unknown>;
  if (typeof message !== "string") return null;
  const stack = typeof stackTrace === "string" ? stackTrace : "";
  // The last place of the stack is the nearest to what went wrong.
  const places = [...`${stack}\n${message}`.matchAll(PLACE)].filter((found) => !LIBRARY.test(found[1] ?? ""));
  const place = places.at(-1);
  return {
    message,
    file: place?.[1] ?? null,
    line: place ? Number(place[2]) : null,
    stack: stack.split("\n").filter(Boolean).map((text) => ({ text, isOwn: !LIBRARY.test(text) })),
  };
}

/** Where the text has the name that the message is about, at the line it gives or after it. */
export function fragmentOf(sql: string, error: RunError): Range | null {
  const name = NAMED.exec(error.message)?.[1];
  if (!name) return null;
  const from = error.line === null ? 0 : sql.split("\n").slice(0, error.line - 1).join("\n").length;
  const find = (text: string): number => (sql.indexOf(text, from) >= 0 ? sql.indexOf(text, from) : sql.indexOf(text));
  const start = find(name);
  return start < 0 ? null : { start, end: start + name.length };
}
