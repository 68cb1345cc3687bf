/** What is drawn over a chart of runs: the normal band, schema changes, unusual and failed runs. */
import type uPlot from "uplot";

export type Colours = Readonly<Record<"ok" | "fail" | "late" | "ink2" | "ink3" | "line" | "surface" | "band", string>>;

const FONT = "11px 'Inter Variable', sans-serif";

/** A canvas takes colours, not their names in our styles. */
export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return { ok: read("ok-fill"), fail: read("fail"), late: read("late"), ink2: read("ink2"), ink3: read("ink3"), line: read("line"), surface: read("surface"), band: read("band") };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function scaled(chart: uPlot): { ctx: CanvasRenderingContext2D; ratio: number; at: (point: Point) => Point } {
  const ratio = devicePixelRatio;
  return { ctx: chart.ctx, ratio, at: ({ x, y }) => ({ x: chart.valToPos(x, "x", true), y: chart.valToPos(y, "y", true) }) };
}

function write(ctx: CanvasRenderingContext2D, ratio: number, text: string, x: number, y: number, colour: string, weight = ""): void {
  ctx.font = `${weight} ${FONT.replace("11px", `${11 * ratio}px`)}`.trim();
  ctx.fillStyle = colour;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.fillText(text, x, y);
}

export function drawBand(chart: uPlot, colours: Colours, band: { low: number; median: number; high: number }, label: string): void {
  const { ctx, ratio } = scaled(chart);
  const { left, width } = chart.bbox;
  const [top, middle, bottom] = [band.high, band.median, band.low].map((value) => chart.valToPos(value, "y", true)) as [number, number, number];
  ctx.save();
  ctx.fillStyle = colours.band;
  ctx.fillRect(left, top, width, Math.max(2 * ratio, bottom - top));
  ctx.strokeStyle = colours.ink3;
  ctx.lineWidth = ratio;
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(left, middle);
  ctx.lineTo(left + width, middle);
  ctx.stroke();
  const beside = left + width + 6 * ratio;
  write(ctx, ratio, "normal band", beside, middle - 7 * ratio, colours.ink3);
  write(ctx, ratio, label, beside, middle + 7 * ratio, colours.ink3);
  ctx.restore();
}

/** ◇ above the chart, and a dotted line down to the axis. */
export function drawChanges(chart: uPlot, colours: Colours, times: readonly number[]): void {
  const { ctx, ratio } = scaled(chart);
  const { top, height } = chart.bbox;
  ctx.save();
  ctx.strokeStyle = colours.ink2;
  ctx.lineWidth = ratio;
  for (const time of times) {
    const x = Math.round(chart.valToPos(time, "x", true));
    const [y, half] = [top - 10 * ratio, 4 * ratio];
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(x, y - half);
    ctx.lineTo(x + half, y);
    ctx.lineTo(x, y + half);
    ctx.lineTo(x - half, y);
    ctx.closePath();
    ctx.stroke();
    ctx.setLineDash([ratio, 2 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x, y + half);
    ctx.lineTo(x, top + height);
    ctx.stroke();
  }
  ctx.restore();
}

export function drawUnusual(chart: uPlot, colours: Colours, points: readonly Point[]): void {
  const { ctx, ratio, at } = scaled(chart);
  ctx.save();
  ctx.strokeStyle = colours.late;
  ctx.lineWidth = 2 * ratio;
  for (const { x, y } of points.map(at)) {
    ctx.beginPath();
    ctx.arc(x, y, 6 * ratio, 0, 2 * Math.PI);
    ctx.stroke();
  }
  ctx.restore();
}

/** A red square with ×; the newest has its value beside it. */
export function drawBad(chart: uPlot, colours: Colours, points: readonly Point[], label: (value: number) => string): void {
  const { ctx, ratio, at } = scaled(chart);
  ctx.save();
  points.forEach((point, place) => {
    const { x, y } = at(point);
    const [half, arm] = [5.5 * ratio, 2.2 * ratio];
    const middle = Math.min(y, chart.bbox.top + chart.bbox.height - half);
    ctx.fillStyle = colours.fail;
    ctx.beginPath();
    ctx.roundRect(x - half, middle - half, 2 * half, 2 * half, 2 * ratio);
    ctx.fill();
    ctx.strokeStyle = colours.surface;
    ctx.lineWidth = 1.4 * ratio;
    ctx.beginPath();
    ctx.moveTo(x - arm, middle - arm);
    ctx.lineTo(x + arm, middle + arm);
    ctx.moveTo(x + arm, middle - arm);
    ctx.lineTo(x - arm, middle + arm);
    ctx.stroke();
    const isNewest = place === points.length - 1;
    if (isNewest) write(ctx, ratio, label(point.y), x + half + 5 * ratio, middle, colours.fail, "600");
  });
  ctx.restore();
}
