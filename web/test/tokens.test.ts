/** Text needs a contrast of 4.5, outlines and edges 3, in both themes. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("../src/tokens.css", import.meta.url), "utf8");

function tokens(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split("}")[0] ?? "";
  return Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6})/g)].map((found) => [found[1], found[2]]));
}

function luminance(colour: string): number {
  const hex = colour.slice(1).length === 3 ? [...colour.slice(1)].map((one) => one + one).join("") : colour.slice(1);
  const channels = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT: [string, string][] = [
  ...["surface", "bg"].flatMap((ground) => ["ink", "ink2", "ink3", "accent", "fail", "late", "ok", "pii"].map((ink): [string, string] => [ink, ground])),
  ["ink3", "sunken"], ["ink3", "accent-bg"], ["on-accent", "accent"], ["accent", "accent-bg"],
  ["fail", "fail-bg"], ["late", "late-bg"], ["ok", "ok-bg"], ["pii", "pii-bg"],
];
const OUTLINES: [string, string][] = [["ctl", "surface"], ["edge", "bg"], ["ok-fill", "surface"]];

describe.each([[":root"], ["[data-theme=dark]"]])("the tokens of %s", (selector) => {
  const found = tokens(selector);
  const measure = ([one, other]: [string, string]): number => contrast(found[one] ?? "", found[other] ?? "");
  test.each(TEXT)("text in %s can be read on %s", (one, other) => expect(measure([one, other])).toBeGreaterThanOrEqual(4.5));
  test.each(OUTLINES)("%s can be seen on %s", (one, other) => expect(measure([one, other])).toBeGreaterThanOrEqual(3));
});

test("both themes name the same colours", () => {
  expect(Object.keys(tokens("[data-theme=dark]")).sort()).toEqual(Object.keys(tokens(":root")).sort());
});
