import { expect, test } from "vitest";
import { mapLayout } from "./mapLayout";

const dots = (sizes: Readonly<Record<string, number>>) => Object.entries(sizes).flatMap(([group, count]) => Array.from({ length: count }, () => ({ group })));

test("discs do not touch, and the largest stands in the middle", () => {
  const { discs } = mapLayout(dots({ small: 3, large: 400, middle: 40, one: 1, other: 40 }));
  expect(discs[0]).toMatchObject({ group: "large", x: 0, y: 0, count: 400 });
  for (const a of discs) {
    for (const b of discs) if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.radius + b.radius);
  }
});

test("each dot stands within the disc of its group, and on no other", () => {
  const all = dots({ a: 60, b: 7 });
  const { dots: places, discs } = mapLayout(all);
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(67);
  places.forEach(({ x, y }, index) => {
    const disc = discs.find((one) => one.group === all[index]?.group);
    expect(Math.hypot(x - (disc?.x ?? 0), y - (disc?.y ?? 0))).toBeLessThan(disc?.radius ?? 0);
  });
});

test("the same datasets give the same map, and none gives an empty one", () => {
  expect(mapLayout(dots({ a: 5, b: 5 }))).toEqual(mapLayout(dots({ a: 5, b: 5 })));
  expect(mapLayout([])).toEqual({ dots: [], discs: [] });
});

test("a hundred thousand dots in a thousand schemas are placed", () => {
  const sizes = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`s${index}`, 100]));
  expect(mapLayout(dots(sizes)).dots).toHaveLength(100_000);
});
