/** The names of the schemas, each above its disc: text over the canvas, moved by the camera. */
import type { DrawnMap } from "./drawnMap";

interface Point {
  readonly x: number;
  readonly y: number;
}

// The largest schemas alone are named: more names would hide the dots.
const MOST = 40;
// Below that a name is longer than its disc is wide.
const LEAST_PX = 14;

export function discLabels({ discs }: DrawnMap, box: HTMLElement): { place: (toViewport: (point: Point) => Point) => void; remove: () => void } {
  const shown = discs.slice(0, MOST).map((disc) => {
    const ring = document.createElement("div");
    ring.className = "pointer-events-none absolute top-0 left-0 rounded-full border border-line";
    const label = document.createElement("span");
    label.className = "absolute bottom-full left-1/2 -translate-x-1/2 rounded-sm bg-bg px-1 text-12 whitespace-nowrap text-ink-3";
    label.textContent = `${disc.group.split(" · ").at(-1) ?? disc.group} ${disc.count}`;
    label.title = disc.group;
    ring.append(label);
    box.prepend(ring);
    return { disc, ring };
  });
  return {
    place: (toViewport) => {
      for (const { disc, ring } of shown) {
        const middle = toViewport(disc);
        const radius = Math.abs(toViewport({ x: disc.x + disc.radius, y: disc.y }).x - middle.x);
        ring.hidden = radius < LEAST_PX;
        Object.assign(ring.style, { width: `${2 * radius}px`, height: `${2 * radius}px`, transform: `translate(${middle.x - radius}px, ${middle.y - radius}px)` });
      }
    },
    remove: () => shown.forEach(({ ring }) => ring.remove()),
  };
}
