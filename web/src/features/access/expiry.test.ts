import { expect, test } from "vitest";
import { expiresAt, holding } from "./expiry";

const NOW = new Date("2026-04-20T04:00:00Z");

test("a choice of days is a moment, and never is none", () => {
  expect(expiresAt("7", NOW)).toBe("2026-04-27T04:00:00.000Z");
  expect(expiresAt("", NOW)).toBeNull();
});

test("what was revoked is called so, also after it would have expired", () => {
  const past = "2026-04-20T03:00:00Z";
  expect(holding({ expires_at: past, revoked_at: past }, NOW)).toBe("revoked");
  expect(holding({ expires_at: past, revoked_at: null }, NOW)).toBe("expired");
  expect(holding({ expires_at: null, revoked_at: null }, NOW)).toBe("active");
});
