/** Until when something holds: the choices that are offered; pure. */

const DAY_MS = 86_400_000;

export const EXPIRIES = [
  ["", "never"],
  ["7", "in 7 days"],
  ["30", "in 30 days"],
  ["90", "in 90 days"],
  ["365", "in a year"],
] as const;

export type Expiry = (typeof EXPIRIES)[number][0];

export function expiresAt(expiry: Expiry, now: Date): string | null {
  return expiry === "" ? null : new Date(now.valueOf() + Number(expiry) * DAY_MS).toISOString();
}

/** Whether a thing still holds, and if not, why. */
export function holding({ expires_at, revoked_at }: { expires_at: string | null; revoked_at: string | null }, now: Date): "active" | "expired" | "revoked" {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && Date.parse(expires_at) <= now.valueOf() ? "expired" : "active";
}
