import { describe, expect, test } from "vitest";
import { contentOf, useBrowser } from "./browser";

const ORDERS = "ecommerce_warehouse/shopflow.sales.orders";
const DROP = `/simulator?entity=${ORDERS}&change=drop:amount_usd`;

describe("the simulator", () => {
  const visit = useBrowser();
  const simulate = async (): Promise<void> => {
    await visit.page.getByRole("button", { name: "Simulate", exact: true }).click();
    await visit.page.waitForURL(/\/simulator\/\d+/);
  };
  const chosen = () => visit.page.getByRole("region", { name: "The chosen query" });

  test("the drop of amount_usd is chosen, simulated, and its broken queries are read", async () => {
    const { page } = visit;
    await visit.open("/");
    await page.getByRole("navigation", { name: "Pages" }).getByText("Simulator").click();
    await page.getByRole("heading", { name: "What would this change break?" }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Simulate", exact: true }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Choose a dataset" }).click();
    await page.getByPlaceholder("Find a dataset").fill("sales orders");
    await page.getByRole("option", { name: /shopflow\.sales\.orders/ }).first().click();
    await page.waitForURL(/entity=/);
    await page.getByLabel("Column").locator("option", { hasText: "amount_usd" }).waitFor({ state: "attached" });
    await page.getByLabel("Column").selectOption("amount_usd");
    await simulate();
    await page.getByRole("heading", { name: /16 of 31 queries will error/ }).waitFor();
    const queries = page.getByRole("region", { name: "Queries" });
    for (const text of ["16will error", "2will silently change", "13no break found", "0could not be analysed"]) await queries.getByRole("listitem").filter({ hasText: text }).waitFor();
    await page.getByRole("region", { name: "Blast radius" }).getByText("HIGH", { exact: true }).waitFor();
    await page.getByRole("region", { name: "Downstream" }).getByText("Tier 1").waitFor();
    const broken = page.getByRole("tabpanel").getByRole("row").filter({ has: page.getByRole("img", { name: "will error" }) });
    await expect.poll(() => broken.count()).toBe(16);
    await expect.poll(async () => new Set(await broken.locator("mark").allTextContents())).toEqual(new Set(["amount_usd", "o.amount_usd"]));
    await chosen().getByText(/line \d+, column \d+/).waitFor();
    await chosen().getByText(/Judge: \w+/).waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("a simulation fills the form that it can be tried again from", async () => {
    const { page } = visit;
    await visit.open(DROP);
    await simulate();
    await visit.open(new URL(page.url()).pathname);
    await page.getByRole("heading", { name: /16 of 31 queries will error/ }).waitFor();
    await expect.poll(() => page.getByLabel("Column").inputValue()).toBe("amount_usd");
  });

  test("the address is the state: filters, the chosen query, reload and Back", async () => {
    const { page } = visit;
    await visit.open(DROP);
    await simulate();
    const rows = page.getByRole("tabpanel").locator("tbody tr");
    await rows.first().waitFor();
    await page.getByRole("button", { name: "16 will error" }).click();
    await page.waitForURL(/verdict=/);
    await rows.nth(15).waitFor({ state: "detached" });
    await expect.poll(() => rows.count()).toBe(15);
    await page.getByRole("region", { name: "Affected people" }).getByRole("button", { name: "omar.bi" }).click();
    await page.waitForURL(/user=omar\.bi/);
    await rows.first().click();
    await page.waitForURL(/q=/);
    await chosen().locator("mark").filter({ hasText: "*" }).waitFor();
    await page.reload();
    await chosen().locator("mark").filter({ hasText: "*" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "What would this change break?" }).waitFor();
    await expect.poll(() => page.getByLabel("Column").inputValue()).toBe("amount_usd");
  });

  test.each([
    ["pipelines", "revenue_etl_pipeline"],
    ["assets", "Tier 1"],
    ["people", "priya.data"],
    ["runbook", "alter table shopflow.sales.orders drop column amount_usd"],
    ["coverage", "Queries and texts of jobs that touch it"],
  ])("its tab %s holds what it should", async (tab, text) => {
    await visit.open(DROP);
    await simulate();
    await visit.page.getByRole("tab", { name: new RegExp(tab, "i") }).click();
    await visit.page.waitForURL(new RegExp(`tab=${tab}`));
    await visit.page.getByRole("tabpanel").getByText(text).first().waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("the DDL of a step is copied, and the verdicts are saved as CSV", async () => {
    const { page } = visit;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await visit.open(DROP);
    await simulate();
    await page.getByRole("tabpanel").locator("tbody tr").first().waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save what is shown as CSV" }).click()]);
    expect((await contentOf(download)).toString().split("\r\n")[1]).toMatch(/^will_error,unknown_column,/);
    await page.getByRole("tab", { name: /Runbook/ }).click();
    await page.getByRole("button", { name: "Copy DDL" }).first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("drop column amount_usd;");
  });

  test("DDL is pasted instead, and what is not understood is refused with its reason", async () => {
    const { page } = visit;
    visit.expected = /status of 4\d\d/;
    await visit.open(`/simulator?entity=${ORDERS}&mode=ddl`);
    const write = async (text: string): Promise<void> => {
      await page.getByLabel("DDL").click();
      await page.keyboard.press("Control+a");
      await page.keyboard.type(text);
    };
    await write("alter table shopflow.sales.orders (drop");
    await page.locator(".cm-lintRange-error").waitFor();
    await write("alter table shopflow.sales.orders drop column amount_us");
    await page.locator(".cm-lintRange-error").waitFor({ state: "detached" });
    await page.keyboard.press("Control+Enter");
    await page.getByText("Nothing was simulated.").waitFor();
    await page.getByRole("alert").getByText(/amount_us/).waitFor();
    await write("alter table shopflow.sales.orders drop column coupon_code");
    await simulate();
    await page.getByText("drop shopflow.sales.orders.coupon_code").first().waitFor();
  });

  test("past simulations are listed, and one that is not there is said to be so", async () => {
    const { page } = visit;
    visit.expected = /status of 404/;
    await visit.open(DROP);
    await simulate();
    await visit.open("/simulator");
    await page.getByRole("link", { name: /drop shopflow\.sales\.orders\.amount_usd/ }).first().click();
    await page.getByRole("heading", { name: /16 of 31 queries will error/ }).waitFor();
    await visit.open("/simulator/987654");
    await page.getByText("Simulation 987654 could not be loaded.").waitFor();
  });
});
