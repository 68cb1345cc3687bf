import { expect, test } from "vitest";
import { toCsv } from "./csv";

test("quotes, commas and line ends stay inside of their cell", () => {
  expect(toCsv(["name"], [['a "b", c\nd']])).toBe('name\r\n"a ""b"", c\nd"\r\n');
});

test.each(["=1+1", "+cmd", "-2", "@sum", "\tx", "\rx"])("a name like %j is no formula", (name) => {
  const [, line] = toCsv(["name"], [[name]]).split("\r\n");
  expect(line?.replace(/^"/, "").startsWith("'")).toBe(true);
});

test("a number stays a number, and nothing stays empty", () => {
  expect(toCsv(["a", "b"], [[-2, null]])).toBe("a,b\r\n-2,\r\n");
});
