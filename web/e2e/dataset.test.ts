import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser";

const ORDERS = "/datasets/ecommerce_warehouse/shopflow.sales.orders";

describe("a dataset's page", () => {
  const visit = useBrowser();

  test("says what it is, whose it is, and who uses each column", async () => {
    await visit.open(ORDERS);
    const { page } = visit;
    await page.getByRole("heading", { name: "shopflow.sales.orders" }).waitFor();
    await page.getByText("Tier 1").first().waitFor();
    await page.getByText("by load_sales_orders").waitFor();
    await page.getByRole("cell", { name: "amount_minor_units" }).waitFor();
    await page.getByRole("row").filter({ hasText: "customer_id" }).getByText("internal").waitFor();
    await page.getByText("13 datasets").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("shows the version that dropped a column beside the one before it", async () => {
    await visit.open(`${ORDERS}?tab=versions`);
    const { page } = visit;
    const dropped = page.getByRole("row").filter({ hasText: "amount_usd" });
    await dropped.getByRole("img", { name: "removed" }).waitFor();
    await page.getByText("alex.junior").first().waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByRole("button", { name: /v1/ }).click();
    await page.waitForURL(/v=1/);
    await page.getByText("the first that is known").waitFor();
  });

  test.each([
    ["tests", "orders_amount_must_not_be_null"],
    ["queries", "select sum(amount_usd)"],
    ["runs", "shown, newest first"],
    ["sql", "insert into"],
    ["facets", "the newest of each"],
  ])("its tab %s holds what it should", async (tab, text) => {
    await visit.open(`${ORDERS}?tab=${tab}`);
    await visit.page.getByRole("tabpanel").getByText(text).first().waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("a neighbour is one click away, and Back returns", async () => {
    await visit.open(ORDERS);
    await visit.page.getByRole("region", { name: "Lineage in small" }).getByText("marts.fct_revenue").click();
    await visit.page.getByRole("heading", { name: "shopflow.marts.fct_revenue" }).waitFor();
    await visit.page.getByText("so there is no new data").waitFor();
    await visit.page.goBack();
    await visit.page.getByRole("heading", { name: "shopflow.sales.orders" }).waitFor();
  });
});
