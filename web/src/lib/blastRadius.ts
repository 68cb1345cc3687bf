/** The score of a simulation in its parts, as points of a hundred; pure. */

export interface Scores {
  readonly tier_score: number;
  readonly usage_score: number;
  readonly count_score: number;
  readonly activity: number;
}

export interface ScorePart {
  readonly name: "tier" | "usage" | "count" | "activity";
  readonly weight: number;
  readonly value: number;
  readonly points: number;
}

// As the document of the answer says them: 0.35 tier + 0.30 usage + 0.20 count + 0.15 activity.
const WEIGHTS = [["tier", 0.35, "tier_score"], ["usage", 0.3, "usage_score"], ["count", 0.2, "count_score"], ["activity", 0.15, "activity"]] as const;

/** From where each severity begins. */
export const BANDS = [{ name: "low", from: 0 }, { name: "medium", from: 30 }, { name: "high", from: 60 }, { name: "critical", from: 80 }] as const;

export function scoreParts(scores: Scores): readonly ScorePart[] {
  return WEIGHTS.map(([name, weight, key]) => ({ name, weight, value: scores[key], points: 100 * weight * scores[key] }));
}

export interface Band {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export function bands(): readonly Band[] {
  return BANDS.map(({ name, from }, index) => ({ name, from, to: BANDS[index + 1]?.from ?? 100 }));
}
