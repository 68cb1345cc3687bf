/** The spans of a trace as rows on one time axis; pure. */
import { formatClock, formatMilliseconds } from "./format";

export interface RowSpan {
  readonly span_id: string;
  readonly depth: number;
  readonly offset_ms: number;
  readonly duration_ms: number;
}

/** A part of the width, both ends from 0 to 1. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface TraceRow<Span> {
  readonly span: Span;
  readonly bar: Stretch;
  /** Where no child ran. */
  readonly own: readonly Stretch[];
  /** As far as what it started goes; nothing where that ends with it. */
  readonly outlasted: Stretch | null;
  readonly isCritical: boolean;
  readonly hasChildren: boolean;
}

interface Node<Span> {
  readonly span: Span;
  readonly children: Node<Span>[];
  readonly ends: number;
  /** The end of the last of all that is below it. */
  until: number;
}

const THINNEST = 0.003;

/** Spans come depth first, so that each stands below the nearest one before it that is less deep. */
function nodesOf<Span extends RowSpan>(spans: readonly Span[]): Node<Span>[] {
  const open: Node<Span>[] = [];
  const nodes = spans.map((span) => {
    const ends = span.offset_ms + span.duration_ms;
    const node: Node<Span> = { span, children: [], ends, until: ends };
    open.length = Math.min(open.length, span.depth);
    open.at(-1)?.children.push(node);
    open.push(node);
    return node;
  });
  for (const node of [...nodes].reverse()) node.until = Math.max(node.until, ...node.children.map((child) => child.until));
  return nodes;
}

/** The spans that lead to the end without a hole, as far as any ran: back from the end, from each to what ran before it. */
function criticalSpans<Span extends RowSpan>(nodes: readonly Node<Span>[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [{ among: nodes.filter((node) => node.span.depth === 0), limit: Infinity }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const { node, limit } of chain(next.among, next.limit)) {
      found.add(node.span.span_id);
      waiting.push({ among: node.children, limit: Math.min(limit, node.until) });
    }
  }
  return found;
}

/** Of siblings, back from a limit: the one that ran then and began first, else the one that ended last before it. */
function chain<Span extends RowSpan>(siblings: readonly Node<Span>[], end: number): readonly { node: Node<Span>; limit: number }[] {
  const byEnd = [...siblings].sort((a, b) => b.until - a.until);
  const links: { node: Node<Span>; limit: number }[] = [];
  let [seen, limit] = [0, end];
  // Of all that ended at the limit or later.
  let first: Node<Span> | undefined;
  const see = (): void => {
    const node = byEnd[seen];
    seen += 1;
    if (node && (!first || node.span.offset_ms < first.span.offset_ms)) first = node;
  };
  for (;;) {
    while ((byEnd[seen]?.until ?? -Infinity) >= limit) see();
    const running = first && first.span.offset_ms < limit ? first : undefined;
    const node = running ?? byEnd[seen];
    if (!node) return links;
    if (!running) see();
    links.push({ node, limit });
    limit = node.span.offset_ms;
  }
}

/** The parts of a span in which none of its children ran. */
function ownParts<Span extends RowSpan>(node: Node<Span>): readonly (readonly [number, number])[] {
  const parts: [number, number][] = [];
  let at = node.span.offset_ms;
  for (const child of [...node.children].sort((a, b) => a.span.offset_ms - b.span.offset_ms)) {
    if (child.span.offset_ms > at) parts.push([at, Math.min(child.span.offset_ms, node.ends)]);
    at = Math.max(at, child.ends);
    if (at >= node.ends) break;
  }
  if (at < node.ends) parts.push([at, node.ends]);
  return parts;
}

/** All spans in their order, without what is below folded ones. */
export function traceRows<Span extends RowSpan>(spans: readonly Span[], wholeMs: number, folded: ReadonlySet<string>): readonly TraceRow<Span>[] {
  const nodes = nodesOf(spans);
  const critical = criticalSpans(nodes);
  const share = (ms: number): number => Math.min(1, Math.max(0, ms / Math.max(wholeMs, Number.MIN_VALUE)));
  const stretch = (from: number, to: number): Stretch => {
    const begin = Math.min(share(from), 1 - THINNEST);
    return { from: begin, to: Math.max(begin + THINNEST, share(to)) };
  };
  let hiddenBelow = Infinity;
  return nodes.flatMap((node) => {
    const { span, children, ends, until } = node;
    if (span.depth > hiddenBelow) return [];
    hiddenBelow = folded.has(span.span_id) ? span.depth : Infinity;
    return [{
      span,
      bar: stretch(span.offset_ms, ends),
      own: ownParts(node).map(([from, to]) => ({ from: share(from), to: share(to) })),
      outlasted: until > ends ? stretch(span.offset_ms, until) : null,
      isCritical: critical.has(span.span_id),
      hasChildren: children.length > 0,
    }];
  });
}

export interface Tick {
  readonly at: number;
  readonly text: string;
}

const MINUTE = 60_000;
const MOST_TICKS = 9;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 3e4, ...[1, 2, 5, 10, 20, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * MINUTE)];

/** Clock times on a trace of minutes; on a shorter one, time since it began. */
export function axisTicks(began: number, wholeMs: number, zone: string): readonly Tick[] {
  if (!(wholeMs > 0)) return [];
  const step = STEPS.find((one) => wholeMs / one <= MOST_TICKS) ?? Math.ceil(wholeMs / MOST_TICKS / (1440 * MINUTE)) * 1440 * MINUTE;
  const isClock = step >= MINUTE;
  const first = isClock ? Math.ceil(began / step) * step - began : 0;
  const count = Math.max(0, Math.floor((wholeMs - first) / step) + 1);
  return Array.from({ length: count }, (_, place) => {
    const ms = first + place * step;
    return { at: ms / wholeMs, text: isClock ? formatClock(new Date(began + ms), zone) : formatMilliseconds(ms) };
  });
}

/** Namespace and name of `namespace/name`; a namespace with a scheme goes on to the slash after its host. */
export function datasetParts(id: string): { readonly namespace: string; readonly name: string } {
  const found = /^([^/]+:\/\/[^/]*|[^/]+)\/(.+)$/.exec(id);
  return found ? { namespace: found[1] ?? "", name: found[2] ?? "" } : { namespace: "", name: id };
}
