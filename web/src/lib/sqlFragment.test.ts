import { describe, expect, test } from "vitest";
import { cutAtRange, inOneLine, rangeOf } from "./sqlFragment";

const SQL = "select c.country,\n       avg(o.amount_usd) as average\nfrom orders as o";

describe("the place of a fragment", () => {
  test("is found by line and column", () => {
    const range = rangeOf(SQL, { line: 2, column: 12, length: 12 });
    expect(range && SQL.slice(range.start, range.end)).toBe("o.amount_usd");
  });

  test("counts code points, as the server does", () => {
    const text = "select '😀', amount";
    const range = rangeOf(text, { line: 1, column: 13, length: 6 });
    expect(range && text.slice(range.start, range.end)).toBe("amount");
  });

  test.each([{ line: 9, column: 1, length: 3 }, { line: 3, column: 90, length: 3 }, { line: 1, column: 1, length: 0 }])("outside of the text is nowhere: %o", (place) => {
    expect(rangeOf(SQL, place)).toBeNull();
  });

  test("is nowhere if none is said", () => expect(rangeOf(SQL, null)).toBeNull());
});

describe("a text that is cut", () => {
  test.each([0, 3, 8, 20, 40])("loses nothing, wherever its piece begins: %i", (offset) => {
    const pieces = cutAtRange(SQL.slice(offset), offset, { start: 10, end: 30 });
    expect(pieces.map((piece) => piece.text).join("")).toBe(SQL.slice(offset));
    const marked = pieces.filter((piece) => piece.isMarked).map((piece) => piece.text).join("");
    expect(marked).toBe(SQL.slice(Math.max(10, offset), Math.max(30, offset)));
  });
});

describe("a text in one line", () => {
  const marked = ({ text, range }: ReturnType<typeof inOneLine>): string | null => range && text.slice(range.start, range.end);

  test("keeps its fragment", () => {
    const line = inOneLine(SQL, rangeOf(SQL, { line: 2, column: 12, length: 12 }), 60);
    expect(line.text).toBe("select c.country, avg(o.amount_usd) as average from orders as o");
    expect(marked(line)).toBe("o.amount_usd");
  });

  test("shortens what stands before a fragment that would not be seen", () => {
    const text = `select ${"a, ".repeat(100)}amount_usd from t`;
    const line = inOneLine(text, { start: text.indexOf("amount_usd"), end: text.indexOf("amount_usd") + 10 }, 60);
    expect(marked(line)).toBe("amount_usd");
    expect(line.range?.end).toBeLessThan(70);
    expect(line.text).toMatch(/^select a, … a, /);
  });

  test("without a fragment is its beginning", () => expect(inOneLine("  select\n  1", null, 60)).toEqual({ text: "select 1", range: null }));
});
