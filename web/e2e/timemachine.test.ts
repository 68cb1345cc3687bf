import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser";

const ORDERS = "ecommerce_warehouse/shopflow.sales.orders";
const AT = "2026-04-20T04:00:00Z";
const ALERT = `/time-machine?entity=looker/revenue_overview&at=${AT}`;

describe("the Time Machine", () => {
  const visit = useBrowser();
  const cause = () => visit.page.getByRole("region", { name: "Root cause" });

  test("names who dropped what, how sure that is, what broke and who has to know", async () => {
    await visit.open(ALERT);
    const { page } = visit;
    await cause().getByRole("heading", { name: "alex.junior dropped column amount_usd from shopflow.sales.orders at 01:23" }).waitFor();
    await cause().getByText("HIGH").waitFor();
    await cause().getByText("a cause that was never recorded").waitFor();
    await cause().getByText("sales_orders_schema_migration, schema v2 → v3, first failure 52 minutes later, alert after 2 h 37 min.").waitFor();
    await expect.poll(() => page.getByRole("region", { name: "Damage" }).innerText()).toMatch(/3\s+pipelines failed\s+4\s+tables, no data\s+2\s+tests failing/);
    await page.getByText("Restore the column shopflow.sales.orders.amount_usd").waitFor();
    await page.getByText("3 of 3 pipelines").waitFor();
    await page.getByText("finance.daily_revenue").waitFor();
    await page.getByText("due 04:30").waitFor();
    await page.getByText("owns revenue_overview").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("draws the proof from the change over the pipelines to the alert", async () => {
    await visit.open(ALERT);
    const path = visit.page.getByRole("img", { name: /^Proof path: dropped amount_usd, root cause, 01:23 · alex\.junior; .*revenue_etl_pipeline, failed, 02:15 · names amount_usd; .*revenue_overview, paged, alerted 04:00/ });
    await path.waitFor();
    await path.getByText("fct_revenue", { exact: true }).waitFor();
  });

  test("tells the story in phases, and everything on request", async () => {
    await visit.open(ALERT);
    const { page } = visit;
    await page.getByRole("region", { name: "First failure" }).getByText("run failed: revenue_etl_pipeline").waitFor();
    await page.getByRole("region", { name: "Business impact" }).getByText("The revenue dashboard has nothing for yesterday").waitFor();
    await page.getByRole("radio", { name: "All events" }).click();
    await page.waitForURL(/view=all/);
    await page.getByText("orders_order_id_must_be_unique").first().waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("a schema change opens its versions side by side, its health, and the way to try the way back", async () => {
    await visit.open(ALERT);
    const { page } = visit;
    await page.getByRole("region", { name: "Root cause" }).last().waitFor();
    await page.getByRole("button", { name: /dropped column amount_usd.*sales\.orders/ }).click();
    const details = page.getByRole("complementary", { name: "Details of the event" });
    await details.getByRole("row").filter({ hasText: "amount_usd" }).getByRole("img", { name: "removed" }).waitFor();
    await details.getByRole("region", { name: "Schema health" }).getByText(/of 100 over 30 days/).waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.keyboard.press("n");
    await details.getByRole("heading", { name: "revenue_etl_pipeline" }).waitFor();
    await page.keyboard.press("b");
    await details.getByRole("link", { name: "Simulate the rollback" }).click();
    await page.waitForURL(/\/simulator\?.*change=drop%3Aamount_minor_units.*change=add%3Aamount_usd/);
    await page.getByRole("button", { name: "Simulate", exact: true }).waitFor();
    await page.goBack();
    await cause().getByText("alex.junior dropped column").waitFor();
  });

  test("begins with what is wrong, and a click asks why", async () => {
    await visit.open(`/time-machine?asOf=${AT}`);
    const { page } = visit;
    await page.getByText("3 failed, 0 late, 2 tests failing").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByRole("link", { name: /revenue_etl_pipeline/ }).first().click();
    await page.waitForURL(/entity=job/);
    await cause().getByText("alex.junior dropped column").waitFor();
  });

  test("says so where nothing explains it, with what was looked at", async () => {
    await visit.open(`/time-machine?entity=${ORDERS}&at=2026-04-12T12:00:00Z`);
    const { page } = visit;
    await page.getByRole("heading", { name: "No cause found in the evidence" }).waitFor();
    await page.getByText(/^Looked at \d+ changes? and \d+ observations/).waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByRole("button", { name: "Look back 7 days" }).click();
    await page.waitForURL(/lookback=7d/);
  });

  test("what can't be asked is refused with its reason", async () => {
    visit.expected = /status of 4\d\d/;
    await visit.open("/time-machine?entity=nobody/knows&at=2026-04-20T04:00:00Z");
    await visit.page.getByText("Nothing was concluded.").waitFor();
    await visit.page.getByRole("alert").getByText(/nobody\/knows/).first().waitFor();
    await visit.open(`/time-machine?entity=${ORDERS}&at=2999-01-01T00:00:00Z`);
    await visit.page.getByText(/lies in the future/).waitFor();
  });

  test("is one click from the night, a dataset and the lineage", async () => {
    const { page } = visit;
    await visit.open("/");
    await page.getByRole("link", { name: /^Investigate revenue_etl_pipeline failed/ }).click();
    await cause().getByText("alex.junior dropped column").waitFor();
    await visit.open(`/datasets/${ORDERS}`);
    await page.getByRole("link", { name: "Investigate", exact: true }).click();
    await page.waitForURL(/time-machine\?entity=.*&at=2026-04-20/);
    await cause().getByText("alex.junior dropped column").waitFor();
  });
});
