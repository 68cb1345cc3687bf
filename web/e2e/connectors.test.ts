import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser";

const REPORT = { kind: "dbt", source: "analytics/target", status: "failed", run_at: "2026-04-20T03:30:00Z", sent: 42, duplicates: 310, refused: 1, problems: ["exposure.shop.board: it has no owner"], error: "the manifest ended early", state: { read: "5f2c" } };

describe("connectors", () => {
  const visit = useBrowser();

  test("says of each what its last run brought, what it skipped and why it failed", async () => {
    const { page } = visit;
    expect((await page.request.post("/api/v1/connectors/walked-dbt", { data: REPORT })).status()).toBe(200);
    await visit.open("/connectors");
    const row = page.getByRole("row").filter({ hasText: "walked-dbt" });
    await row.getByText("failed").waitFor();
    await row.getByText("310").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await row.getByRole("link", { name: "walked-dbt" }).click();
    await page.waitForURL(/sel=walked-dbt/);
    const panel = page.getByRole("complementary", { name: "Last run of walked-dbt" });
    await panel.getByText("the manifest ended early").waitFor();
    await panel.getByText("it has no owner").waitFor();
    await page.getByText("5f2c").waitFor();
    await page.reload();
    await panel.getByText("the manifest ended early").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });
});
