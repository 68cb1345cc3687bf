import { expect, test } from "vitest";
import { axisTicks, datasetParts, traceRows } from "./traceRows";

const span = (span_id: string, depth: number, offset_ms: number, duration_ms: number) => ({ span_id, depth, offset_ms, duration_ms });
const NONE: ReadonlySet<string> = new Set();
const TREE = [span("root", 0, 0, 100), span("a", 1, 0, 40), span("a1", 2, 10, 10), span("b", 1, 20, 30), span("c", 1, 60, 40)];

test("a bar lies on the axis of the whole trace, its own time where no child ran", () => {
  const [root, a] = traceRows(TREE, 100, NONE);
  expect(root?.bar).toEqual({ from: 0, to: 1 });
  expect(root?.own).toEqual([{ from: 0.5, to: 0.6 }]);
  expect(a?.own).toEqual([{ from: 0, to: 0.1 }, { from: 0.2, to: 0.4 }]);
});

test("what lies below a folded span is left out, and what follows it is not", () => {
  expect(traceRows(TREE, 100, new Set(["a"])).map((row) => row.span.span_id)).toEqual(["root", "a", "b", "c"]);
  expect(traceRows(TREE, 100, new Set(["root"])).map((row) => row.span.span_id)).toEqual(["root"]);
});

const criticalOf = (spans: typeof TREE): readonly string[] => traceRows(spans, 100, NONE).filter((row) => row.isCritical).map((row) => row.span.span_id);

test("the end waited for the last child, that for what ended last before it, and that for what ran when it began", () => {
  expect(criticalOf(TREE)).toEqual(["root", "a", "a1", "b", "c"]);
});

test("spans that overlap leave no hole in the way to the end, and what ran aside is not on it", () => {
  const night = [span("root", 0, 0, 1), span("customers", 1, 3, 3), span("orders", 1, 6, 8), span("items", 1, 9, 4), span("payments", 1, 12, 3), span("revenue", 1, 50, 10)];
  expect(criticalOf(night)).toEqual(["root", "customers", "orders", "payments", "revenue"]);
});

test("a span that ended before what it started says how far that goes", () => {
  const [root, child] = traceRows([span("root", 0, 0, 10), span("late", 1, 20, 80)], 100, NONE);
  expect(root?.bar.to).toBe(0.1);
  expect(root?.outlasted).toEqual({ from: 0, to: 1 });
  expect(child?.outlasted).toBeNull();
  expect(child?.isCritical).toBe(true);
});

test("an instant can be seen, also at the end and in a trace of no length", () => {
  const rows = [...traceRows([span("x", 0, 100, 0)], 100, NONE), ...traceRows([span("y", 0, 0, 0)], 0, NONE)];
  for (const { bar } of rows) {
    expect(bar.to - bar.from).toBeGreaterThan(0.002);
    expect(bar.to).toBeLessThanOrEqual(1);
  }
});

test("a chain of thousands is laid out", () => {
  const chain = Array.from({ length: 20_000 }, (_, depth) => span(`s${depth}`, depth, 0, 10));
  expect(traceRows(chain, 10, NONE).length).toBe(20_000);
});

test("hours have the clock on their axis, seconds the time since the beginning", () => {
  const began = Date.parse("2026-04-20T00:40:01Z");
  expect(axisTicks(began, 3 * 3_600_000, "UTC").map((tick) => tick.text)).toEqual(["01:00", "01:20", "01:40", "02:00", "02:20", "02:40", "03:00", "03:20", "03:40"]);
  expect(axisTicks(began, 900, "UTC").map((tick) => tick.text).slice(0, 3)).toEqual(["0 ms", "100 ms", "200 ms"]);
  expect(axisTicks(began, 0, "UTC")).toEqual([]);
});

test("a dataset's namespace may be an address", () => {
  expect(datasetParts("s3://lake/raw/fx")).toEqual({ namespace: "s3://lake", name: "raw/fx" });
  expect(datasetParts("warehouse/shop.orders")).toEqual({ namespace: "warehouse", name: "shop.orders" });
});
