import type { ReactNode } from "react";

export type State =
  | "failed" | "late" | "atRisk" | "succeeded" | "running" | "noData" | "unknown" | "silent"
  | "muted" | "dueLater" | "added" | "removed" | "changed" | "cause" | "paged" | "said";

interface Shape {
  readonly word: string;
  readonly colour: string;
  readonly drawing: ReactNode;
}

const box = <rect x="1.7" y="1.7" width="10.6" height="10.6" rx="2" />;
const ring = <circle cx="7" cy="7" r="5.3" />;
const triangle = "M7 1.6 13 12.2H1Z";
const onFill = { stroke: "var(--surface)", strokeWidth: 1.5 };

/** Shape first, then colour: each can be told without seeing red from green. */
const SHAPES: Record<State, Shape> = {
  failed: { word: "failed", colour: "var(--fail)", drawing: <><rect x="1" y="1" width="12" height="12" rx="2.5" fill="currentColor" stroke="none" /><path d="m4.8 4.8 4.4 4.4m0-4.4L4.8 9.2" {...onFill} /></> },
  late: { word: "late", colour: "var(--late)", drawing: <><path d={triangle} fill="var(--late-fill)" /><path d="M7 5.4v3.2m0 1.6v.3" /></> },
  atRisk: { word: "at risk", colour: "var(--late)", drawing: <><path d={triangle} strokeDasharray="2 1.6" /><path d="M7 5.4v3.2m0 1.6v.3" /></> },
  succeeded: { word: "succeeded", colour: "var(--ok)", drawing: <>{ring}<path d="m4.6 7.1 1.7 1.7 3.2-3.5" /></> },
  running: { word: "running", colour: "var(--accent)", drawing: <><circle cx="7" cy="7" r="5.3" stroke="var(--line2)" /><path d="M7 1.7A5.3 5.3 0 0 1 12.3 7" /></> },
  noData: { word: "no new data", colour: "var(--fail)", drawing: <>{box}<path d="m4 10 6-6" /></> },
  unknown: { word: "unknown", colour: "var(--unk)", drawing: <><circle cx="7" cy="7" r="5.3" strokeDasharray="2 1.7" /><path d="M5.6 5.7a1.4 1.4 0 1 1 2 1.3c-.4.2-.6.5-.6.9M7 9.7v.2" /></> },
  silent: { word: "silently changes", colour: "var(--late)", drawing: <><circle cx="7" cy="7" r="5.3" fill="var(--late-bg)" /><path d="M4.2 6c1-1.2 1.9-.8 2.8 0s1.8.9 2.8-.2M4.2 8.7c1-1.2 1.9-.8 2.8 0s1.8.9 2.8-.2" /></> },
  muted: { word: "muted", colour: "var(--ink3)", drawing: <>{ring}<path d="m3.4 3.4 7.2 7.2" /></> },
  dueLater: { word: "due later", colour: "var(--ink3)", drawing: <>{ring}<path d="M7 4v3.2l2 1.2" /></> },
  added: { word: "added", colour: "var(--ok)", drawing: <>{box}<path d="M7 4.4v5.2M4.4 7h5.2" /></> },
  removed: { word: "removed", colour: "var(--fail)", drawing: <>{box}<path d="M4.4 7h5.2" /></> },
  cause: { word: "root cause", colour: "var(--ink)", drawing: <><path d="M7 .6 13.4 7 7 13.4.6 7Z" fill="currentColor" stroke="none" /><path d="M7 4v5.2M4.9 7.3 7 9.4l2.1-2.1" {...onFill} strokeWidth={1.3} /></> },
  paged: { word: "paged", colour: "var(--fail)", drawing: <><circle cx="7" cy="7" r="6.2" fill="currentColor" stroke="none" /><path d="M4.3 9h5.4c-.7-.6-.8-1.300-.8-2.300a1.900 1.900 0 0 0-3.800 0c0 1-.1 1.700-.8 2.300ZM6.300 10.500h1.400" {...onFill} strokeWidth={1.100} /></> },
  said: { word: "said", colour: "var(--ink3)", drawing: <path d="M2 2.800h10v6.700H6.500L4 11.800V9.500H2Z" /> },
  changed: { word: "changed", colour: "var(--late)", drawing: <><rect x="1.7" y="1.7" width="10.6" height="10.6" rx="2" fill="var(--late-bg)" /><path d="M4.3 7.5c.9-1.3 1.8-.9 2.7-.3s1.8.8 2.7-.5" /></> },
};

/** With an empty label it is not read aloud: the word stands beside it. */
export function StateGlyph({ state, label, size = 14 }: { state: State; label?: string; size?: number }): ReactNode {
  const shape = SHAPES[state];
  return (
    <svg {...(label === "" ? { "aria-hidden": true } : { role: "img", "aria-label": label ?? shape.word })} width={size} height={size} viewBox="0 0 14 14" className="shrink-0" style={{ color: shape.colour }} fill="none" stroke="currentColor" strokeWidth="1.3" strokeLinecap="round" strokeLinejoin="round">
      {shape.drawing}
    </svg>
  );
}

export function stateWord(state: State): string {
  return SHAPES[state].word;
}

/** What the state of a run is in our words. */
export function runState(state: string): State {
  const known: Record<string, State> = { COMPLETE: "succeeded", FAIL: "failed", ABORT: "failed", RUNNING: "running" };
  return known[state] ?? "unknown";
}
