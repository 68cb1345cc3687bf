/** What does not close in a text of SQL, as an editor marks it; whether it is right is the server's to say. */

export interface SqlProblem {
  readonly from: number;
  readonly to: number;
  readonly severity: "error";
  readonly message: string;
}

// Longest first. What stands in quotes or comments is no code.
const TOKENS = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|[()]/g;

export function sqlProblems(text: string): readonly SqlProblem[] {
  const found: SqlProblem[] = [];
  const open: number[] = [];
  const add = (from: number, length: number, message: string): void => void found.push({ from, to: from + length, severity: "error", message });
  for (const { 0: token, 1: tag, index } of text.matchAll(TOKENS)) {
    if (token === "(") open.push(index);
    else if (token === ")" && open.pop() === undefined) add(index, 1, "Nothing is open that this closes.");
    else if (token.startsWith("/*") && !isClosed(token, "*/")) add(index, 2, "This comment does not end.");
    else if (/^['"]/.test(token) && !isClosed(token, token.charAt(0))) add(index, 1, "This quote does not end.");
    else if (tag !== undefined && !isClosed(token, `$${tag}$`)) add(index, tag.length + 2, "This quote does not end.");
  }
  for (const index of open) add(index, 1, "This bracket is not closed.");
  return found.toSorted((a, b) => a.from - b.from);
}

function isClosed(token: string, end: string): boolean {
  return token.length >= 2 * end.length && token.endsWith(end);
}
