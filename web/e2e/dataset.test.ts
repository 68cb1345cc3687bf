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
    await page.getByRole("cell", { name: "amount_minor_units", exact: true }).waitFor();
    await page.getByRole("row").filter({ hasText: "customer_id" }).getByText("internal").waitFor();
    await page.getByText("13 datasets").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("shows the version that dropped a column beside the one before it", async () => {
    await visit.open(`${ORDERS}?tab=versions`);
    const { page } = visit;
    const dropped = page.getByRole("row").filter({ hasText: "amount_usd" });
    await dropped.getByRole("img", { name: "removed" }).waitFor();
    await expect.poll(() => page.getByRole("row").filter({ hasText: "order_status" }).getByRole("cell").last().innerText()).toMatch(/^\d+$/);
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
    const small = visit.page.getByRole("region", { name: "Lineage in small" });
    await small.getByRole("link", { name: /marts\.fct_revenue.*no new data/ }).waitFor();
    await small.getByText("Schema health").waitFor();
    await small.getByText("marts.fct_revenue").click();
    await visit.page.getByRole("heading", { name: "shopflow.marts.fct_revenue" }).waitFor();
    await visit.page.getByText("so there is no new data").waitFor();
    await visit.page.goBack();
    await visit.page.getByRole("heading", { name: "shopflow.sales.orders" }).waitFor();
  });
});

describe("what people say of a dataset", () => {
  const visit = useBrowser();
  const PRODUCTS = "/datasets/ecommerce_warehouse/shopflow.staging.stg_products";
  const API = "/api/v1/assets/ecommerce_warehouse/shopflow.staging.stg_products";

  test("an owner is changed as an event, and the change can be undone", async () => {
    await visit.open(PRODUCTS);
    const { page } = visit;
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("textbox", { name: "Owner" }).fill("user:nadia.new");
    await page.getByRole("textbox", { name: "Tags" }).fill("nightly");
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    // A message stays for as long as somebody points at it, however long the change takes to arrive.
    await page.getByRole("button", { name: "Undo" }).hover();
    await page.getByText("nadia.new").first().waitFor();
    await page.getByText("nightly", { exact: true }).waitFor();
    await expect.poll(async () => (await (await page.request.get(API)).json()).owner, { timeout: 60_000 }).toBe("user:nadia.new");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await (await page.request.get(API)).json()).tags, { timeout: 60_000 }).not.toContain("nightly");
  });

  test("several columns get a class at once, and their schema stays as it is", async () => {
    await visit.open(PRODUCTS);
    const { page } = visit;
    const versions = (await (await page.request.get("/api/v1/schema-versions?dataset=shopflow.staging.stg_products")).json()).total;
    const boxes = page.getByRole("checkbox", { name: /^Choose / });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByText("2 columns chosen").waitFor();
    await page.getByRole("combobox", { name: "Class" }).selectOption("restricted");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => page.getByRole("cell", { name: "restricted" }).count()).toBe(2);
    const restricted = async (): Promise<number> => (await (await page.request.get(API)).json()).columns.filter((one: { classification: string }) => one.classification === "restricted").length;
    await expect.poll(restricted, { timeout: 60_000 }).toBe(2);
    expect((await (await page.request.get("/api/v1/schema-versions?dataset=shopflow.staging.stg_products")).json()).total).toBe(versions);
  });

  test("an edge that no event tells is declared, and taken back", async () => {
    const { page } = visit;
    await visit.open("/datasets/ecommerce_warehouse/shopflow.staging.stg_products?tab=edges");
    await page.getByRole("button", { name: "Declare an edge" }).click();
    const form = page.getByRole("dialog", { name: "Declare an edge" });
    await form.getByRole("button", { name: "Choose a dataset" }).click();
    await page.getByPlaceholder("Find a dataset").fill("stg_fx_rates");
    await page.getByRole("option", { name: /stg_fx_rates/ }).first().click();
    await form.getByRole("button", { name: "Declare", exact: true }).click();
    const row = page.getByRole("row").filter({ hasText: "people" }).filter({ hasText: "staging.stg_fx_rates" });
    await row.waitFor({ timeout: 50_000 });
    await expect.poll(() => visit.problems()).toEqual([]);
    await row.getByRole("button", { name: /Take back/ }).click();
    await row.waitFor({ state: "detached", timeout: 50_000 });
  });
});
