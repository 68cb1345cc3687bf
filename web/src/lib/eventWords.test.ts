import { expect, test } from "vitest";
import { factsInWords, formatBytes, shortProducer } from "./eventWords";

test("facts are told in words, most first, without what only the store cares for", () => {
  expect(factsInWords({ edge: 2, node: 3, run_job: 1, schema: 1 })).toEqual(["3 names", "2 edges", "1 schema"]);
});

test("sizes and producers are short", () => {
  expect([formatBytes(812), formatBytes(3_210), formatBytes(2_000_000)]).toEqual(["812 B", "3.2 kB", "2.0 MB"]);
  expect(shortProducer("https://shopflow.example/producer")).toBe("shopflow.example/producer");
});
