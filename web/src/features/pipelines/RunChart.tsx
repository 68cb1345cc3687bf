import { type ReactNode, memo, useEffect, useRef } from "react";
import uPlot from "uplot";
import { ZONE } from "@/components/Time";
import { formatDay } from "@/lib/format";
import type { ChartBand, ChartColumns } from "@/lib/runChart";
import { drawBand, drawBad, drawChanges, drawUnusual, readColours } from "./chartDrawing";

interface Props {
  readonly kind: "line" | "bars";
  readonly columns: ChartColumns;
  readonly band: ChartBand | null;
  /** What a unit of the axis holds: 60 for minutes of seconds. */
  readonly scale: number;
  readonly bandLabel: string;
  readonly badLabel: (value: number) => string;
  /** When schemas upstream changed, in milliseconds. */
  readonly changes: readonly number[];
  readonly sentence: string;
}

const HEIGHT = 172;

/** A measure of the runs on its normal band; what cannot be seen is said in the sentence and in the table below. */
export const RunChart = memo(function RunChart(props: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = box.current;
    if (!place) return undefined;
    let chart = build(place, props);
    const redraw = (): void => {
      chart.destroy();
      chart = build(place, props);
    };
    const resized = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: HEIGHT }));
    resized.observe(place);
    // A canvas knows no variables: another theme is another drawing.
    const themed = new MutationObserver(redraw);
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => {
      resized.disconnect();
      themed.disconnect();
      chart.destroy();
    };
  }, [props]);
  return <div role="img" aria-label={props.sentence} className="px-2 pt-2"><div ref={box} style={{ height: HEIGHT }} /></div>;
});

function build(place: HTMLElement, { kind, columns, band, scale, bandLabel, badLabel, changes }: Props): uPlot {
  const colours = readColours();
  const times = [...columns.x, ...changes.map((at) => at / 1000)];
  const [from, to] = [Math.min(...columns.x), Math.max(...times)];
  const pad = Math.max(3600, (to - from) * 0.02);
  const axis = { stroke: colours.ink3, font: "11px 'Inter Variable', sans-serif", ticks: { show: false } };
  const options: uPlot.Options = {
    width: place.clientWidth,
    height: HEIGHT,
    padding: [22, 104, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: { x: { time: true, range: [from - pad, to + pad] }, y: { range: [0, Math.max(columns.highest, Number.MIN_VALUE) * 1.12] } },
    axes: [
      { ...axis, grid: { show: false }, size: 26, space: 90, values: (_, splits) => splits.map((at) => formatDay(new Date(at * 1000), ZONE)) },
      { ...axis, grid: { stroke: colours.line, width: 1 }, size: 44, space: 24 },
    ],
    series: [
      {},
      kind === "line"
        ? { stroke: colours.ok, width: 1.2, points: { show: true, size: 5, fill: colours.surface, stroke: colours.ok } }
        : { stroke: colours.ok, fill: colours.ok, width: 0, paths: uPlot.paths.bars?.({ size: [0.6, 10] }), points: { show: false } },
    ],
    hooks: {
      drawAxes: [(chart) => band && drawBand(chart, colours, { low: band.low / scale, median: band.median / scale, high: band.high / scale }, bandLabel)],
      draw: [
        (chart) => drawChanges(chart, colours, changes.map((at) => at / 1000)),
        (chart) => drawUnusual(chart, colours, columns.unusual),
        (chart) => drawBad(chart, colours, columns.bad, badLabel),
      ],
    },
  };
  return new uPlot(options, [columns.x, columns.good], place);
}
