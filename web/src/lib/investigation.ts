/** An investigation in the words and shapes of its page; pure. */
import type { IncidentGraph, IncidentMoment, Investigation, RecordedChange } from "@/api/schema";
import type { State } from "@/components/StateGlyph";
import { type BoxDrawing, type Named, boxDrawing } from "./boxGraph";
import { asNodeId, shortName } from "./entity";

/** Nothing recorded makes a cause certain. */
export const ALMOST_SURE = 0.999;

/** `97 %`; what is not quite nothing or everything is said so. */
export function percent(probability: number): string {
  if (probability > 0 && probability < 0.01) return "under 1 %";
  if (probability < 1 && probability >= 0.995) return "over 99 %";
  return `${Math.round(probability * 100)} %`;
}

/** Who did what, in pieces: the column is set in another type. */
export function causeSentence(change: RecordedChange): { who: string; did: string; column: string; where: string } {
  const column = change.column !== null && change.says.endsWith(change.column) ? change.column : "";
  const did = column ? change.says.slice(0, -column.length).trim() : change.says;
  const towards = /^(dropped|removed)/.test(did) ? "from" : /^added/.test(did) ? "to" : "in";
  return { who: change.actor ?? "", did, column, where: change.kind === "signal" ? `about ${change.node.name}` : `${towards} ${change.node.name}` };
}

/** What a moment of a timeline was: who was paged, and what people said, are told apart. */
export function momentState({ phase, evidence, says }: Pick<IncidentMoment, "phase" | "evidence" | "says">): State {
  if (phase === "ROOT_CAUSE") return "cause";
  if (evidence.startsWith("signal")) return /^(slack|teams|mail)/.test(says) ? "said" : "paged";
  return evidence.startsWith("alert") ? "paged" : /^(schema|code)/.test(evidence) ? "changed" : "failed";
}

/** `52 minutes`, `2 h 37 min`, `3 days`. */
export function gap(from: string, to: string): string {
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  if (minutes < 48 * 60) return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.round(minutes / 1440)} days`;
}

export interface PhaseRows {
  readonly phase: IncidentMoment["phase"];
  readonly title: string;
  readonly moments: readonly IncidentMoment[];
}

const PHASES = [["ROOT_CAUSE", "Root cause"], ["FIRST_FAILURE", "First failure"], ["CASCADE", "Cascade"], ["BUSINESS_IMPACT", "Business impact"]] as const;

/** The timeline by phases, each in the order of time; a phase without anything is left out. */
export function phases(timeline: readonly IncidentMoment[]): readonly PhaseRows[] {
  return PHASES.map(([phase, title]) => ({ phase, title, moments: timeline.filter((one) => one.phase === phase).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)) })).filter((group) => group.moments.length > 0);
}

/** What is said, and behind the dash what the machine said of it. */
export function whatAndDetail(says: string): { what: string; detail: string } {
  const [what = "", ...rest] = says.split(" \u2014 ");
  return { what: what.replace(/^assertion failed: /, "test failed: "), detail: rest.join(" \u2014 ").replace(/^[\w.]+(Error|Exception|UndefinedColumn|UndefinedTable): /, "") };
}

export interface Share {
  readonly label: string;
  readonly probability: number;
}

/** The bar of confidence: the named cause, its alternatives, nothing recorded; what is left is not said. */
export function shares(found: Pick<Investigation, "cause" | "alternatives" | "none_probability">): readonly Share[] {
  const named = [...(found.cause ? [found.cause] : []), ...found.alternatives].map((one) => ({ label: one.change.says, probability: one.probability }));
  return [...named, { label: "a cause that was never recorded", probability: found.none_probability }].filter((one) => one.probability >= 0.001);
}

const CHANGE = asNodeId("change");

export interface ProofNode extends Named {
  /** Of the change itself there is no node: it stands before what it changed. */
  readonly of: IncidentGraph["nodes"][number] | null;
}

/** The graph of an incident, placed, with the change before all. */
export function proofDrawing(graph: IncidentGraph, change: RecordedChange): BoxDrawing<ProofNode> {
  const known = graph.nodes.map((of): ProofNode => ({ id: asNodeId(of.node.id), label: shortName(of.node.name), of }));
  const links = graph.links.map(({ source, target }) => ({ source: asNodeId(source), target: asNodeId(target) }));
  return boxDrawing([{ id: CHANGE, label: change.says.replace(" column ", " "), of: null }, ...known], [{ source: CHANGE, target: asNodeId(change.node.id) }, ...links]);
}
