import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser";

const TITLE = "amount_usd dropped from shopflow.sales.orders";

describe("incidents", () => {
  const visit = useBrowser();
  const open = async (): Promise<void> => {
    // A walk that ran before may have left it in another state.
    const found = (await (await visit.page.request.get("/api/v1/incidents?limit=100")).json()) as { items: { id: number; title: string; state: string; acknowledged_at: string | null }[] };
    const one = found.items.find((item) => item.title === TITLE);
    expect(one).toBeDefined();
    if (one?.state !== "open" || one.acknowledged_at) await visit.page.request.post(`/api/v1/incidents/${one?.id}/reopen`, { data: { by: "walk", text: "" } });
    await visit.open(`/incidents/${one?.id}`);
    await visit.page.getByRole("heading", { name: TITLE }).waitFor();
  };

  test("are one row a cause, and a click opens one", async () => {
    await open();
    await visit.open("/incidents");
    const row = visit.page.getByRole("link", { name: new RegExp(TITLE) });
    await row.getByText("3 pipelines, 4 tables, 2 tests, 1 alerted, 7 at risk").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await row.click();
    await visit.page.getByRole("heading", { name: TITLE }).waitFor();
  });

  test("say what happened, what belongs to it, and what to do until when", async () => {
    await open();
    const { page } = visit;
    await page.getByRole("region", { name: "Cause" }).getByText("alex.junior").waitFor();
    await page.getByRole("row").filter({ hasText: "revenue_etl_pipeline" }).getByText("column o.amount_usd does not exist").last().waitFor();
    await page.getByRole("row").filter({ hasText: "finance.daily_revenue" }).getByText("due 04:30").waitFor();
    await page.getByText("add column amount_usd numeric(12,2)").waitFor();
    await page.getByText("3 of 3 pipelines, 4 of 4 tables, 2 of 2 tests").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByRole("button", { name: "Fold revenue_etl_pipeline" }).click();
    await page.getByRole("row").filter({ hasText: "finance.daily_revenue" }).waitFor({ state: "detached" });
  });

  test("say of what kind each thing is", async () => {
    await visit.open("/incidents/1");
    await visit.page.getByRole("row").filter({ hasText: "revenue_overview" }).getByRole("img", { name: "dashboard" }).waitFor();
    await visit.page.getByRole("row").filter({ hasText: "marts.fct_revenue" }).getByRole("img", { name: "table" }).waitFor();
  });

  test("draw the same as a graph, and the choice is in the address", async () => {
    await open();
    const { page } = visit;
    await page.getByRole("radio", { name: "Graph" }).click();
    await page.waitForURL(/view=graph/);
    const graph = page.getByRole("img", { name: /^What belongs to it: / });
    await graph.getByText("campaign_roi").waitFor();
    await expect.poll(() => graph.locator(".react-flow__node").count()).toBe(18);
    await expect.poll(() => graph.locator(".react-flow__edge").count()).toBe(17);
    await page.reload();
    await graph.waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("are acknowledged with one key, and that can be taken back", async () => {
    await open();
    const { page } = visit;
    await page.getByRole("button", { name: /^Acknowledge/ }).waitFor();
    await page.keyboard.press("a");
    await page.getByRole("button", { name: /^Acknowledged by/ }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Acknowledge", exact: true }).waitFor();
  });

  test("are assigned, and a note stays", async () => {
    await open();
    const { page } = visit;
    const note = `looked at ${Date.now()}`;
    await page.getByRole("textbox", { name: "Note", exact: true }).fill(note);
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Activity" }).getByText(note).waitFor();
    await page.getByRole("button", { name: "Assign", exact: true }).click();
    const name = `walker.${Date.now()}`;
    await page.getByRole("textbox", { name: "Who", exact: true }).fill(name);
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Activity" }).getByText(`assigned it to ${name}`).waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("are read and acknowledged on a phone, without scrolling sideways", async () => {
    const { page } = visit;
    await page.setViewportSize({ width: 390, height: 844 });
    await open();
    await page.getByText("sales.orders").first().waitFor();
    expect((await page.getByLabel("Counts", { exact: true }).innerText()).replace(/\s+/g, " ")).toBe("pipelines 3 tables 4 tests 2 at risk 7");
    await expect.poll(() => page.evaluate(() => document.querySelector("main")?.scrollWidth)).toBe(390);
    await page.getByRole("button", { name: /^Acknowledge/ }).click();
    await page.getByRole("button", { name: /^Acknowledged by/ }).waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test("one that is not there is said to be so", async () => {
    visit.expected = /status of 404/;
    await visit.open("/incidents/987654");
    await visit.page.getByText("Incident INC-987654 could not be loaded.").waitFor();
  });
});
