import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser";

const ORDERS = "/lineage/dataset/ecommerce_warehouse/shopflow.sales.orders";
const BEFORE = "2026-04-20T01:00:00Z";
const AFTER = "2026-04-20T04:00:00Z";

describe("views of the lineage", () => {
  const visit = useBrowser();
  const node = (name: string) => visit.page.locator(`[id^="node-"]`).filter({ hasText: name }).first();

  test("of two moments one is shown alone, the two change places, and the night of the incident says what happened", async () => {
    const { page } = visit;
    const column = (name: string) => node("orders").locator("xpath=..").getByText(name, { exact: true });
    await visit.open(`${ORDERS}?level=column&vs=${BEFORE}&asOf=${AFTER}`);
    await column("amount_minor_units").waitFor();
    await page.getByText(/1 dataset unchanged, hidden/).waitFor();
    await node("fulfilment_status").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "show", exact: true }).click();
    await node("fulfilment_status").waitFor();
    await page.getByRole("radio", { name: "A only" }).click();
    await column("amount_minor_units").waitFor({ state: "detached" });
    await column("amount_usd").waitFor();
    await page.getByRole("radio", { name: "B only" }).click();
    await column("amount_usd").waitFor({ state: "detached" });
    await page.getByRole("radio", { name: "Overlay" }).click();
    await page.getByRole("radio", { name: "Night" }).click();
    await page.getByText("02:15", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Swap" }).click();
    await page.waitForURL((url) => url.searchParams.get("vs") === AFTER && url.searchParams.get("asOf") === BEFORE);
    await column("amount_usd").locator("xpath=..").getByRole("img", { name: "added" }).waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("each + says how many more there are, one press shows them, and they fold again", async () => {
    const { page } = visit;
    await visit.open(ORDERS);
    await node("fct_revenue").waitFor();
    const more = page.getByRole("button", { name: "2 more datasets downstream of marts.fct_revenue, show one hop more" });
    await more.click();
    await node("revenue_overview").waitFor();
    await node("daily_revenue").waitFor();
    await expect.poll(() => node("customer_segments").count()).toBe(0);
    await page.reload();
    await node("revenue_overview").waitFor();
    await node("fct_revenue").hover();
    await page.getByRole("button", { name: "Fold what is downstream again" }).click();
    await node("revenue_overview").waitFor({ state: "detached" });
    await more.click({ button: "right" });
    await page.getByRole("menuitem", { name: "All of it Shift" }).click();
    await node("executive_summary").waitFor();
  });

  test("rows with personal data say so, and its way in the clear is laid over", async () => {
    const { page } = visit;
    await visit.open("/lineage/dataset/ecommerce_warehouse/shopflow.sales.customers?level=column&overlay=pii");
    await page.getByRole("button", { name: "PII email", exact: true }).first().waitFor();
    await page.getByText("personal data, in the clear").waitFor();
    await page.getByRole("button", { name: "Display: personal data" }).click();
    await page.getByLabel("Laid over the edges").selectOption("runs");
    await page.waitForURL(/overlay=runs/);
    await page.getByText("its run failed").waitFor();
  });

  test("from the middle only heads are drawn", async () => {
    const { page } = visit;
    await visit.open(`${ORDERS}?level=column`);
    const row = page.getByRole("button", { name: "gross_revenue_usd", exact: true });
    await row.waitFor();
    for (let step = 0; step < 3; step += 1) await page.getByRole("button", { name: "Zoom out" }).click();
    await row.waitFor({ state: "detached" });
    await node("fct_revenue").waitFor();
  });
});
