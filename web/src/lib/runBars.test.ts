import { describe, expect, test } from "vitest";
import { type BarRun, bandScale, formatRange, runBars } from "./runBars";

const DAY_S = 86_400;

function run(state: string, day: number, seconds: number | null = 60, isLong = false): BarRun {
  const began = day * DAY_S * 1000;
  return { state, began, ended: seconds === null ? null : began + seconds * 1000, seconds, isLong };
}

describe("bars of runs", () => {
  test("the newest stands right, the longest is highest", () => {
    const bars = runBars([run("COMPLETE", 2, 30), run("COMPLETE", 1, 60)], DAY_S);
    expect(bars).toEqual([{ kind: "ok", height: 1 }, { kind: "ok", height: 0.5 }]);
  });

  test("one run that took for ever does not make the others flat", () => {
    expect(runBars([run("COMPLETE", 4, 6000), run("COMPLETE", 3, 60), run("COMPLETE", 2, 60), run("COMPLETE", 1, 60)], DAY_S).map((bar) => Math.round(bar.height * 100))).toEqual([56, 56, 56, 100]);
  });

  test("a failure that was soon tried again is told from one that stayed", () => {
    expect(runBars([run("COMPLETE", 1.01), run("FAIL", 1)], DAY_S).map((bar) => bar.kind)).toEqual(["retried", "ok"]);
    expect(runBars([run("COMPLETE", 2), run("FAIL", 1)], DAY_S).map((bar) => bar.kind)).toEqual(["failed", "ok"]);
    expect(runBars([run("COMPLETE", 1.01), run("FAIL", 1)], null).map((bar) => bar.kind)).toEqual(["failed", "ok"]);
  });

  test("a run under way has a bar, though nobody knows how long it takes", () => {
    expect(runBars([run("RUNNING", 1, null), run("COMPLETE", 0)], null)[1]).toEqual({ kind: "running", height: 0.12 });
  });

  test("one that took unusually long is marked", () => {
    expect(runBars([run("COMPLETE", 1, 60, true)], null)[0]?.kind).toBe("long");
  });
});

describe("a value against its band", () => {
  test("keeps room above what is normal", () => {
    const scale = bandScale(600, 900, 700);
    expect(scale.high).toBeLessThan(0.8);
    expect(scale.isOutside).toBe(false);
  });

  test("a value far above makes the line longer", () => {
    expect(bandScale(600, 900, 9000)).toMatchObject({ value: 1, isOutside: true });
  });

  test("a band of nothing still can be seen", () => {
    const { low, high } = bandScale(30, 30, 30);
    expect(high - low).toBeCloseTo(0.06);
  });

  test("a range of one value is that value", () => {
    expect(formatRange(30, 30.2, (value) => String(Math.round(value)))).toBe("30");
    expect(formatRange(398, 421, String)).toBe("398 to 421");
  });
});
