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

  test("a column says what it is made from, its way to the target step by step, and how far it reaches", async () => {
    await visit.open(`${ORDERS}?column=amount_usd&level=column&down=4&to=dataset:looker/revenue_overview&sel=dataset:ecommerce_warehouse/shopflow.sales.orders%23amount_usd&asOf=${BEFORE}`);
    const panel = visit.page.getByRole("complementary");
    await panel.getByText("stg_orders.amount, stg_fx_rates.usd_rate").waitFor();
    await panel.getByText("Path to revenue_overview").waitFor();
    await expect.poll(() => panel.getByRole("listitem").allTextContents()).toEqual([
      "orders.amount_usd", "fct_revenue.gross_revenue_usdvia revenue_etl_pipeline, aggregation", "revenue_overview.gross_revenue_usdvia revenue_overview_refresh, aggregation",
    ]);
    await panel.getByText("of which tier 1").waitFor();
    await expect.poll(() => panel.getByRole("definition").allTextContents()).toEqual(expect.arrayContaining(["12", "7", "4"]));
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("what waits for a failed pipeline is at risk, with when it is due", async () => {
    await visit.open(`${ORDERS}?down=2&asOf=2026-04-20T04:12:00Z`);
    const waiting = node("daily_revenue");
    await waiting.getByRole("img", { name: "at risk" }).waitFor();
    await visit.page.getByText("at risk: due, input missing").waitFor();
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

  test("datasets fold by schema, one is opened, and the address holds it", async () => {
    await visit.open(`${ORDERS}?up=0&down=0`);
    await node("fct_revenue").waitFor();
    await visit.page.getByRole("button", { name: /^Display/ }).click();
    await visit.page.getByRole("radio", { name: "Schema" }).click();
    await visit.page.waitForURL(/fold=schema/);
    await visit.page.keyboard.press("Escape");
    await node("fct_revenue").waitFor({ state: "detached" });
    await visit.page.getByText(/14 datasets folded into 5 schemas/).waitFor();
    await visit.page.getByRole("button", { name: /^marts\s*3 datasets\s*, 2 no new data/ }).click();
    await visit.page.getByRole("complementary", { name: "Details of marts" }).getByText("fct_revenue").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await visit.page.getByRole("button", { name: "Open marts" }).click();
    await node("fct_revenue").waitFor();
    await visit.page.reload();
    await node("fct_revenue").waitFor();
    await visit.page.getByRole("button", { name: "Fold marts again" }).click();
    await node("fct_revenue").waitFor({ state: "detached" });
  });

  test("datasets fold by the job that starts what writes them", async () => {
    await visit.open(`${ORDERS}?up=0&down=0&fold=job`);
    await visit.page.getByRole("button", { name: /^nightly_sales\s*\d datasets/ }).waitFor();
    await node("fct_revenue").waitFor({ state: "detached" });
  });

  test("only the path between two is drawn when one asks for it, also upstream", async () => {
    await visit.open(`${ORDERS}?up=0&down=0&to=dataset:s3://shopflow-lake/raw/fx_rates`);
    await visit.page.getByRole("button", { name: /^Display/ }).click();
    await visit.page.getByRole("checkbox", { name: /^Only this path/ }).click();
    await visit.page.waitForURL(/focus=1/);
    await node("fct_revenue").waitFor({ state: "detached" });
    await node("stg_fx_rates").waitFor();
    await visit.page.keyboard.press("Escape");
    await visit.page.getByRole("button", { name: /^path to/ }).click();
    await node("fct_revenue").waitFor();
  });

  test("more than can be drawn is folded by schema, and that is said", async () => {
    const { page } = visit;
    const entry = (index: number) => ({ id: `dataset:big/w.s${index % 40}.t${index}`, kind: "dataset", namespace: "big", name: `w.s${index % 40}.t${index}`, field: null });
    const root = { ...entry(0), id: "dataset:ecommerce_warehouse/shopflow.sales.orders", namespace: "ecommerce_warehouse", name: "shopflow.sales.orders" };
    const fact = { kind: "dataset", job: null, origin: "lineage_facet", confidence: 1, subtype: null, masking: null, description: null, first_seen: "2026-04-01T00:00:00Z", last_seen: "2026-04-20T00:00:00Z" };
    const answer = (direction: string, from: number, until: number, next_cursor: string | null) => {
      const items = Array.from({ length: until - from }, (_, index) => entry(from + index));
      return { root, direction, level: "dataset", as_of: null, position: 1, total: { datasets: 1600, columns: 0, jobs: 0 }, nodes: items.map((one) => ({ node: one, depth: 1 })), edges: items.map((one) => ({ source: root.id, target: one.id, ...fact })), edges_truncated: false, truncated_by_depth: false, next_cursor, unknown: null };
    };
    await page.route("**/api/v1/graph/upstream*", (route) => route.fulfill({ json: answer("upstream", 0, 0, null) }));
    await page.route("**/api/v1/graph/downstream*", (route) => route.fulfill({ json: route.request().url().includes("cursor=more") ? answer("downstream", 1000, 1600, null) : answer("downstream", 0, 1000, "more") }));
    await visit.open(`${ORDERS}?down=0`);
    await page.getByText("1,600 datasets reached, more than can be drawn. Folded into 40 schemas.").waitFor();
    await page.getByRole("button", { name: "See the list" }).click();
    await page.getByRole("row", { name: /w\.s0\.t0,/ }).waitFor();
    await page.unroute("**/api/v1/graph/upstream*");
    await page.unroute("**/api/v1/graph/downstream*");
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
