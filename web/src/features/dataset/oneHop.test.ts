import { expect, test } from "vitest";
import type { Walk } from "@/api/schema";
import { dataState, neighboursOf } from "./oneHop";

const node = (name: string) => ({ id: `dataset:w/${name}`, kind: "dataset" as const, namespace: "w", name, field: null });

test("the first hop alone is shown, with the job that writes each", () => {
  const found = { nodes: [{ node: node("staged"), depth: 1 }, { node: node("raw"), depth: 2 }], edges: [{ source: "dataset:w/raw", target: "dataset:w/staged", job: "job:w/stage" }] } as unknown as Walk;
  expect(neighboursOf(found)).toEqual([{ node: node("staged"), writer: "job:w/stage" }]);
});

test("what a failed job writes has no new data; of an unknown state nothing is said", () => {
  expect(["failed", "at_risk", "late", "succeeded", "unknown"].map(dataState)).toEqual(["noData", "atRisk", "late", "succeeded", null]);
});
