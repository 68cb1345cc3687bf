import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser";

describe("traces", () => {
  const visit = useBrowser();

  test("are listed newest first, and one shows its runs with the data that got nothing new", async () => {
    await visit.open("/traces");
    const { page } = visit;
    await page.getByText("6 of 6 shown").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByRole("row").nth(1).getByRole("link", { name: "nightly_sales" }).click();
    await page.getByRole("heading", { name: "nightly_sales" }).waitFor();
    await page.getByText("3 of 11 runs failed").waitFor();
    const failed = page.getByRole("listitem").filter({ hasText: "revenue_etl_pipeline" });
    await failed.getByRole("link", { name: "fct_revenue, no new data" }).waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("a span is chosen by key and stands in the address with its attributes", async () => {
    await visit.open("/traces?service=warehouse&status=error");
    const { page } = visit;
    await page.getByRole("link", { name: "nightly_sales" }).first().click();
    await page.getByRole("list", { name: "Spans" }).getByRole("listitem").nth(3).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.waitForURL(/span=[0-9a-f]{16}/);
    const panel = page.getByRole("complementary", { name: "The selected span" });
    await panel.getByRole("heading", { name: "load_sales_customers" }).waitFor();
    await panel.getByText("openlineage.run_id").first().waitFor();
    await panel.getByRole("link", { name: "shopflow.sales.customers" }).waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.reload();
    await panel.getByRole("heading", { name: "load_sales_customers" }).waitFor();
    await page.getByRole("button", { name: "Fold load_sales_customers" }).click();
    await page.getByRole("button", { name: "Show what is below load_sales_customers" }).waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
  });

  test("are filtered by the least duration, in the address", async () => {
    await visit.open("/traces");
    const { page } = visit;
    await page.getByRole("combobox", { name: "A span took" }).selectOption("600000");
    await page.waitForURL(/minMs=600000/);
    await page.getByRole("textbox", { name: "Service" }).fill("nobody");
    await page.getByText("No trace fits the filter.").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("6 of 6 shown").waitFor();
  });

  test("one that is not there says so", async () => {
    visit.expected = /404/;
    await visit.open(`/traces/${"0".repeat(31)}1`);
    await visit.page.getByText("This trace could not be read.").waitFor();
  });
});
