/** Where a fragment lies in a text, and the text in one line around it; pure. */

export interface Place {
  /** Both count from 1, in code points, as the server counts. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export interface Range {
  /** Both in the units of JavaScript's texts. */
  readonly start: number;
  readonly end: number;
}

function unitsOf(text: string, points: number): number {
  return [...text].slice(0, points).join("").length;
}

/** Null where the place lies outside of the text, as in one that was cut. */
export function rangeOf(text: string, place: Place | null): Range | null {
  if (!place || place.length < 1) return null;
  const lines = text.split("\n");
  const line = lines[place.line - 1];
  if (line === undefined) return null;
  const offset = lines.slice(0, place.line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const start = offset + unitsOf(line, place.column - 1);
  const end = start + unitsOf(text.slice(start), place.length);
  return start < text.length ? { start, end } : null;
}

export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** A piece of a text that begins at `offset`, cut where the range begins and ends. */
export function cutAtRange(text: string, offset: number, range: Range | null): readonly Piece[] {
  if (!range) return [{ text, isMarked: false }];
  const start = Math.min(Math.max(range.start - offset, 0), text.length);
  const end = Math.min(Math.max(range.end - offset, start), text.length);
  const pieces = [
    { text: text.slice(0, start), isMarked: false },
    { text: text.slice(start, end), isMarked: true },
    { text: text.slice(end), isMarked: false },
  ];
  return pieces.filter((piece) => piece.text !== "");
}

export interface OneLine {
  readonly text: string;
  readonly range: Range | null;
}

const HEAD = 12;
const MOST_AFTER = 200;

/** The first and the last words, none of them cut. */
function wholeWords(text: string, keep: number): string {
  const head = text.slice(0, HEAD).replace(/\S*$/, "").trimEnd();
  const tail = text.slice(-keep).replace(/^\S*\s/, "");
  return `${head} … ${tail}`;
}

/** White space as single blanks; if the fragment would lie beyond `room` characters, what stands before it is shortened. */
export function inOneLine(text: string, range: Range | null, room: number): OneLine {
  const flat = (part: string): string => part.replace(/\s+/g, " ");
  if (!range) return { text: flat(text).trim().slice(0, room + MOST_AFTER), range: null };
  const whole = flat(text.slice(0, range.start)).trimStart();
  const marked = flat(text.slice(range.start, range.end));
  const keep = Math.max(room - marked.length - HEAD, HEAD);
  const before = whole.length <= room - marked.length ? whole : wholeWords(whole, keep);
  const after = flat(text.slice(range.end, range.end + MOST_AFTER));
  return { text: `${before}${marked}${after}`, range: { start: before.length, end: before.length + marked.length } };
}
