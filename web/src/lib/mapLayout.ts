/** Where the dots of the map stand: one disc a schema, discs beside each other, the largest in the middle; pure. */

export interface Dot {
  readonly group: string;
}

export interface Placed {
  readonly x: number;
  readonly y: number;
}

export interface Disc extends Placed {
  readonly group: string;
  readonly radius: number;
  readonly count: number;
}

export interface MapDrawing {
  readonly dots: readonly Placed[];
  readonly discs: readonly Disc[];
}

// What turns each next dot by the angle of a sunflower, so that a disc is filled evenly.
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const DISCS_APART = 3;
// How far each turn lies from the last, and how far apart places on it are tried.
const [OUTWARDS, STEP] = [0.8, 3];

/** Discs of an area that grows with their dots, packed from the middle outwards. */
export function mapLayout(dots: readonly Dot[]): MapDrawing {
  const members = new Map<string, number[]>();
  dots.forEach(({ group }, index) => {
    const known = members.get(group);
    if (known) known.push(index);
    else members.set(group, [index]);
  });
  const groups = [...members].sort(([a, one], [b, other]) => other.length - one.length || a.localeCompare(b));
  const discs: Disc[] = [];
  const placeFor = spiral();
  for (const [group, indexes] of groups) {
    const radius = Math.sqrt(indexes.length) + 1;
    discs.push({ group, count: indexes.length, radius, ...placeFor(discs, radius) });
  }
  const placed = new Array<Placed>(dots.length);
  for (const disc of discs) {
    (members.get(disc.group) ?? []).forEach((index, rank) => {
      const far = Math.sqrt(rank + 0.5);
      placed[index] = { x: disc.x + far * Math.cos(rank * GOLDEN), y: disc.y + far * Math.sin(rank * GOLDEN) };
    });
  }
  return { dots: placed, discs };
}

/** Walks a spiral outwards and stops wherever a disc is free to stand; later discs go on from there. */
function spiral(): (discs: readonly Disc[], radius: number) => Placed {
  let angle = 0;
  return (discs, radius) => {
    const isFree = ({ x, y }: Placed): boolean => discs.every((disc) => (disc.x - x) ** 2 + (disc.y - y) ** 2 >= (disc.radius + radius + DISCS_APART) ** 2);
    for (; ; angle += Math.min(0.5, STEP / (angle * OUTWARDS + 1))) {
      const far = angle * OUTWARDS;
      // Windows are wider than high.
      const place = { x: far * 1.5 * Math.cos(angle), y: far * Math.sin(angle) };
      if (isFree(place)) return place;
    }
  };
}
