import { describe, expect, test } from "vitest";
import { contentOf, useBrowser } from "./browser";

// The night of the incident: other walks send events of today, and what is next would be seen from there.
const THEN = "?asOf=2026-04-20T04:12:00Z";
const REVENUE = "/pipelines/shopflow_airflow/revenue_etl_pipeline";

describe("the list of pipelines", () => {
  const visit = useBrowser();

  test("shows what failed, what waits for it, and when each runs next", async () => {
    await visit.open(`/pipelines${THEN}`);
    const { page } = visit;
    await page.getByRole("radio", { name: "Failing 3" }).waitFor();
    await page.getByRole("radio", { name: "At risk 8" }).waitFor();
    const rows = page.getByRole("row");
    const failed = rows.filter({ hasText: "revenue_etl_pipeline" });
    await failed.getByText("02:15 failed").waitFor();
    await failed.getByRole("img", { name: "30 runs, 1 failed" }).waitFor();
    await failed.getByText("tomorrow 02:10").waitFor();
    await rows.filter({ hasText: "daily_revenue_etl" }).getByText("04:30, input missing").waitFor();
    await expect.poll(() => rows.nth(1).textContent()).toContain("revenue_etl_pipeline");
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("the filter is in the address, and what is left can be saved", async () => {
    await visit.open("/pipelines");
    const { page } = visit;
    await page.getByRole("radio", { name: "Failing 3" }).click();
    await page.waitForURL(/state=failed/);
    await page.getByText("3 of 3 shown").waitFor();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV" }).click();
    const lines = (await contentOf(await saved)).toString().trim().split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain("revenue_etl_pipeline,failed");
    await page.reload();
    await page.getByText("3 of 3 shown").waitFor();
  });

  test("a name is found, and a pipeline is one key away", async () => {
    await visit.open("/pipelines");
    const { page } = visit;
    await page.getByRole("textbox", { name: "Filter by name" }).fill("ltv");
    await page.getByText("1 of 1 shown").waitFor();
    await page.getByRole("link", { name: "customer_ltv_pipeline" }).click();
    await page.getByRole("heading", { name: "customer_ltv_pipeline" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("p");
    await page.getByRole("radio", { name: /^All \d+/ }).waitFor();
  });
});

describe("one pipeline", () => {
  const visit = useBrowser();

  test("says why it failed, in its own SQL, and what changed before", async () => {
    await visit.open(`${REVENUE}${THEN}`);
    const { page } = visit;
    await page.getByText("Failed 02:15").waitFor();
    await page.getByText("29 of 30 runs").waitFor();
    await page.getByText("dags/nightly_sales/revenue_etl_pipeline.sql, line 9").waitFor();
    await page.locator("mark", { hasText: "o.amount_usd" }).waitFor();
    await page.getByText("removed amount_usd, added amount_minor_units").waitFor();
    await page.getByRole("img", { name: /^30 runs, normal .*, failed$/ }).first().waitFor();
    await page.getByText("3 schema changes upstream").waitFor();
    await page.getByText("v3 since 01:23").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("is muted at once, and the change can be undone", async () => {
    await visit.open(REVENUE);
    const { page } = visit;
    const mute = page.getByRole("switch", { name: "Mute timeliness" });
    await mute.click();
    await page.getByText("revenue_etl_pipeline muted").first().waitFor();
    await expect.poll(() => mute.getAttribute("aria-checked")).toBe("true");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => mute.getAttribute("aria-checked")).toBe("false");
    await page.reload();
    await expect.poll(() => mute.getAttribute("aria-checked")).toBe("false");
  });

  test("a rule is set and taken away again", async () => {
    await visit.open("/pipelines/shopflow_airflow/stage_products");
    const { page } = visit;
    const minutes = page.getByRole("textbox", { name: "Too long after, minutes" });
    await minutes.fill("20");
    await minutes.press("Enter");
    await page.getByText("rule of this pipeline").waitFor();
    await page.reload();
    await expect.poll(() => minutes.inputValue()).toBe("20");
    await minutes.fill("");
    await minutes.press("Enter");
    await page.getByText(/successful runs/).waitFor();
  });
});

describe("one run", () => {
  const visit = useBrowser();

  test("stands among those that were started with it, with its error and its events", async () => {
    await visit.open(REVENUE);
    const { page } = visit;
    await page.getByRole("region", { name: "Runs" }).getByRole("link").first().click();
    await page.waitForURL(/\/runs\//);
    await page.getByText("Started together").waitFor();
    await page.getByRole("link", { name: "campaign_attribution_pipeline" }).waitFor();
    await page.getByText("psycopg.errors.UndefinedColumn").first().waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByRole("tab", { name: "Events" }).click();
    await page.getByRole("button", { name: /FAIL/ }).waitFor();
    await page.getByText("eventType").waitFor();
    await page.getByRole("tab", { name: "Raw JSON" }).click();
    await page.waitForURL(/tab=raw/);
    await page.getByText("job_namespace").first().waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByRole("link", { name: "Earlier run" }).click();
    await page.getByText("succeeded").first().waitFor();
  });

  test("one that is not known says so", async () => {
    visit.expected = /404/;
    await visit.open("/runs/00000000-0000-0000-0000-000000000001");
    await visit.page.getByText("This run could not be loaded.").waitFor();
  });
});
