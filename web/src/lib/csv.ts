/** Rows as CSV that a spreadsheet opens without running anything in it. */

function cell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  // A producer chooses names: one that begins like a formula must stay a text.
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function toCsv(head: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  return [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}
