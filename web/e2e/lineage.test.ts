import { describe, expect, test } from "vitest";
import { contentOf, useBrowser } from "./browser";

const ORDERS = "/lineage/dataset/ecommerce_warehouse/shopflow.sales.orders";
const BEFORE = "2026-04-20T01:00:00Z";
const AFTER = "2026-04-20T04:00:00Z";

describe("lineage", () => {
  const visit = useBrowser();
  const node = (name: string) => visit.page.locator(`[id^="node-"]`).filter({ hasText: name }).first();

  test("shows one hop each way, and which of them got no data", async () => {
    await visit.open(ORDERS);
    await node("fct_revenue").waitFor();
    await visit.page.getByText("2 upstream, 5 downstream").waitFor();
    await visit.page.getByText("revenue_etl_pipel", { exact: false }).first().waitFor();
    await node("fct_revenue").getByRole("img", { name: "no new data" }).waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("amount_usd is followed to the dashboard that shows it", async () => {
    await visit.open(`${ORDERS}?column=amount_usd&level=column&down=0&asOf=${BEFORE}`);
    await node("revenue_overview").waitFor();
    await visit.page.getByText("carry amount_usd").waitFor();
    await node("revenue_overview").click();
    await visit.page.getByRole("button", { name: "Path to it" }).click();
    await visit.page.waitForURL(/to=dataset/);
    await visit.page.getByText("chosen path").waitFor();
  });

  test("the column is there again when the time is set before the drop", async () => {
    const schema = visit.page.getByRole("complementary").getByText("amount_usd", { exact: true });
    const selected = `${ORDERS}?sel=dataset:ecommerce_warehouse/shopflow.sales.orders`;
    await visit.open(selected);
    await visit.page.getByRole("complementary").getByText("amount_minor_units").waitFor();
    await expect.poll(() => schema.count()).toBe(0);
    await visit.page.getByRole("slider", { name: "Moment" }).focus();
    await visit.page.keyboard.press("Home");
    await visit.page.waitForURL(/asOf=2026-04-13/);
    await schema.waitFor();
    await visit.page.reload();
    await schema.waitFor();
    await visit.page.getByText("◇").nth(1).waitFor();
    await visit.page.getByRole("slider", { name: "Moment" }).focus();
    await visit.page.keyboard.press("ArrowRight");
    await visit.page.waitForURL(/asOf=2026-04-19T15/);
    await visit.page.keyboard.press("ArrowRight");
    await visit.page.waitForURL(/asOf=2026-04-20T01/);
    await visit.page.getByRole("button", { name: "Now", exact: true }).click();
    await schema.waitFor({ state: "detached" });
  });

  test("two moments are compared, and every difference is said", async () => {
    await visit.open(`${ORDERS}?level=column&vs=${BEFORE}&asOf=${AFTER}`);
    const panel = visit.page.getByRole("complementary", { name: "What differs" });
    await panel.getByText("sales.orders.amount_usd", { exact: true }).waitFor();
    await panel.getByText("sales.orders.amount_minor_units").waitFor();
    await panel.getByText("Edges that end at a column that is gone").waitFor();
    await panel.getByText("revenue_etl_pipeline").waitFor();
    await visit.page.getByText(/1\d differences/).waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("the list holds the same rows, filtered, and gives them as CSV", async () => {
    await visit.open(`${ORDERS}?up=0&down=0&view=list`);
    const rows = visit.page.locator("tbody tr");
    await rows.nth(17).waitFor();
    await expect.poll(() => rows.count()).toBe(18);
    await visit.page.getByRole("button", { name: "Filter" }).click();
    await visit.page.getByLabel("Type").selectOption("dashboard");
    await visit.page.waitForURL(/type=dashboard/);
    await expect.poll(() => rows.count()).toBe(5);
    await visit.page.keyboard.press("Escape");
    await visit.page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([visit.page.waitForEvent("download"), visit.page.getByRole("button", { name: "CSV of the list" }).click()]);
    const lines = (await contentOf(download)).toString().trim().split("\r\n");
    expect(lines).toHaveLength(6);
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test.each(["PNG", "SVG"])("the graph is saved as %s", async (format) => {
    await visit.open(ORDERS);
    await node("fct_revenue").waitFor();
    await visit.page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([visit.page.waitForEvent("download"), visit.page.getByRole("button", { name: format, exact: true }).click()]);
    const content = await contentOf(download);
    expect(format === "PNG" ? content.subarray(1, 4).toString() : content.toString()).toContain(format === "PNG" ? "PNG" : "fct_revenue");
  });

  test("arrow keys go along edges, and the details follow", async () => {
    await visit.open(ORDERS);
    await node("fct_revenue").waitFor();
    await visit.page.getByRole("application", { name: /Lineage graph/ }).focus();
    await visit.page.keyboard.press("Enter");
    await visit.page.getByRole("complementary").getByRole("heading", { name: "sales.orders" }).waitFor();
    await visit.page.keyboard.press("ArrowLeft");
    await visit.page.getByRole("complementary").getByRole("heading", { name: /staging\.stg_/ }).waitFor();
    await visit.page.keyboard.press("Escape");
    await visit.page.getByRole("complementary").waitFor({ state: "detached" });
  });

  test("what is not known is said with the nearest names", async () => {
    visit.expected = /status of 404/;
    await visit.open("/lineage/dataset/ecommerce_warehouse/shopflow.sales.ordrs");
    await visit.page.getByText("could not be loaded").waitFor();
  });
});
