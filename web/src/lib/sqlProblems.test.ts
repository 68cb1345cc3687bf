import { expect, test } from "vitest";
import { sqlProblems } from "./sqlProblems";

const said = (text: string): string[] => sqlProblems(text).map(({ from, to, message }) => `${from}-${to} ${message}`);

test.each(["", "select count(*) from t", "select ')' from \"(\" -- (", "/* ( */ select 1", "select 'it''s'", "create function f() as $x$ ( $x$"])("%s closes", (text) => {
  expect(said(text)).toEqual([]);
});

test.each([
  ["select (1", "7-8 This bracket is not closed."],
  ["select 1)", "8-9 Nothing is open that this closes."],
  ["select 'abc", "7-8 This quote does not end."],
  ["select '", "7-8 This quote does not end."],
  ['select "a', "7-8 This quote does not end."],
  ["select 1 /* to be", "9-11 This comment does not end."],
  ["/*/", "0-2 This comment does not end."],
  ["do $body$ begin", "3-9 This quote does not end."],
])("%s does not", (text, problem) => {
  expect(said(text)).toEqual([problem]);
});
