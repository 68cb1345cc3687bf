import { expect, test } from "vitest";
import type { IncidentActivity, IncidentMoment, IncidentTreeRow } from "@/api/schema";
import { activityWords, countsWords, labelled, mendsWords, shortError, spread, story, unfolded } from "./incidents";

const COUNTS = { pipelines: 3, tables: 4, tests: 2, alerts: 1, at_risk: 7 };
const at = (time: string): IncidentMoment => ({ phase: "CASCADE", at: time, node: { id: "", kind: "job", namespace: "", name: "", field: null }, column: null, says: "", score: null, parts: [], evidence: time, run_id: null, event_id: null });
const act = (kind: IncidentActivity["kind"], text = "", details: unknown = {}): IncidentActivity => ({ id: 1, at: "", recorded_at: "", kind, by: "tom.ops", text, details });

test("counts leave out what there is none of", () => {
  expect(countsWords(COUNTS)).toBe("3 pipelines, 4 tables, 2 tests, 1 alerted, 7 at risk");
  expect(countsWords({ ...COUNTS, tables: 0, tests: 1, alerts: 0, at_risk: 0 })).toBe("3 pipelines, 1 test");
});

test("a revert mends so many of so many", () => {
  expect(mendsWords({ ...COUNTS, tables: 2 }, { ...COUNTS, tests: 0 })).toBe("3 of 3 pipelines, 2 of 4 tables");
});

test("an error loses the name of its class, and nothing else", () => {
  expect(shortError("psycopg.errors.UndefinedColumn: column a does not exist")).toBe("column a does not exist");
  expect(shortError("0 rows: none")).toBe("0 rows: none");
});

test("activity is told with who did it", () => {
  expect(activityWords(act("assigned", "", { to: "sam.lead" }))).toEqual({ who: "tom.ops", did: "assigned it to sam.lead", words: "" });
  expect(activityWords(act("signal", "slack: who touched orders?"))).toEqual({ who: "tom.ops", did: "", words: "who touched orders?" });
  expect(story([act("widened"), act("note")])).toHaveLength(1);
});

test("moments stand on one axis by their time", () => {
  expect(spread([at("2026-04-20T01:00:00Z"), at("2026-04-20T02:00:00Z"), at("2026-04-20T05:00:00Z")]).map((one) => one.place)).toEqual([0, 0.25, 1]);
  expect(spread([])).toEqual([]);
});

test("what lies below a folded row is hidden, however deep", () => {
  const row = (id: string, parent: string | null) => ({ id, parent }) as IncidentTreeRow;
  const tree = [row("cause", null), row("a", "cause"), row("b", "a"), row("c", "b"), row("d", "cause")];
  expect(unfolded(tree, new Set(["a"])).map((one) => one.id)).toEqual(["cause", "a", "d"]);
});

test("times below the strip leave room for each other, and the last is always said", () => {
  const marks = [0, 0.3, 0.33, 0.6, 0.97, 1].map((place) => ({ place, moment: at("2026-04-20T01:00:00Z") }));
  expect(labelled(marks).map((mark) => mark.place)).toEqual([0, 0.3, 0.6, 1]);
  expect(labelled([])).toEqual([]);
});
