import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser";

describe("home", () => {
  const visit = useBrowser();

  test("says what is broken, what changed and what is critical", async () => {
    await visit.open("/");
    const { page } = visit;
    await page.getByText("revenue_etl_pipeline").first().waitFor();
    const state = () => page.getByRole("region", { name: "State of things" }).innerText();
    await expect.poll(state).toMatch(/Pipelines failing\s+3\s+of/);
    await expect.poll(state).toMatch(/Open incidents\s+\d/);
    await expect.poll(state).toMatch(/At risk\s+8\s/);
    await page.getByRole("img", { name: "daily_revenue_etl expected 04:30, input missing" }).waitFor();
    await page.getByRole("list", { name: "Marks" }).getByText("01:23 sales.orders changed by alex.junior").waitFor();
    await expect.poll(state).toMatch(/Tests failing\s+2\s+of 15/);
    await page.getByText("− amount_usd + amount_minor_units").first().waitFor();
    await page.getByText("alex.junior").first().waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("critical datasets say how they are, and an incident is acknowledged from here", async () => {
    const { page } = visit;
    const asked: unknown[] = [];
    // Other walks act on the same incident: this one only shows that it is asked for.
    await page.route("**/api/v1/incidents/*/acknowledge", async (route) => {
      asked.push(route.request().postDataJSON());
      await route.fulfill({ status: 409, json: { title: "No", detail: "It was merged.", code: "x" } });
    });
    visit.expected = /status of 409/;
    await page.route("**/api/v1/incidents?*", async (route) => {
      const reply = await route.fetch();
      const found = await reply.json();
      await route.fulfill({ response: reply, json: { ...found, items: found.items.map((one: object) => ({ ...one, state: "open" })) } });
    });
    await visit.open("/");
    const orders = page.getByRole("row").filter({ hasText: "sales.orders" });
    await expect.poll(() => orders.innerText()).toMatch(/13\s+\d+\s+changed 01:23/);
    await page.getByRole("button", { name: /^Acknowledge INC-/ }).first().click();
    await page.getByText("Acknowledging failed, nothing was changed.", { exact: true }).waitFor();
    expect(asked).toEqual([{ by: "somebody in the web app", text: "" }]);
    await page.unroute("**/api/v1/incidents?*");
    await page.keyboard.press("2");
    await page.waitForURL(/\/pipelines\?state=failed/);
  });

  test("a search for orders finds the table, and opens it", async () => {
    await visit.open("/");
    const { page } = visit;
    await page.getByText("Recent schema changes").waitFor();
    await page.keyboard.press("/");
    await page.getByPlaceholder("Find a dataset").fill("orders amount_usd");
    const option = page.getByRole("option").filter({ hasText: "amount_usd" }).first();
    await option.waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByPlaceholder("Find a dataset").fill("sales orders");
    await page.getByRole("group", { name: /^Datasets/ }).getByRole("option").filter({ hasText: "shopflow.sales.orders" }).first().click();
    await page.waitForURL(/\/lineage\/dataset\/ecommerce_warehouse\/shopflow\.sales\.orders/);
    await page.goBack();
    await page.getByText("Recent schema changes").waitFor();
  });

  test("Tab on a result offers what can be done with it, and a part of the breadcrumb what stands beside it", async () => {
    await visit.open("/");
    const { page } = visit;
    await page.getByText("Recent schema changes").waitFor();
    await page.keyboard.press("/");
    await page.getByPlaceholder("Find a dataset").fill("orders amount_usd");
    await page.getByRole("option").filter({ hasText: "amount_usd" }).first().waitFor();
    await page.keyboard.press("Tab");
    await page.getByRole("option", { name: "Copy name" }).waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByRole("option", { name: "Lineage" }).click();
    await page.waitForURL(/\/lineage\/dataset\/.*level=column/);
    const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
    await crumbs.getByRole("button", { name: "shopflow.sales.orders, others" }).click();
    await page.getByRole("dialog", { name: "Beside shopflow.sales.orders" }).getByRole("link", { name: "shopflow.sales.payments" }).click();
    await page.waitForURL(/\/lineage\/dataset\/ecommerce_warehouse\/shopflow\.sales\.payments/);
  });

  test("a day is picked in a calendar", async () => {
    await visit.open("/?asOf=2026-04-20T04:00:00Z");
    const { page } = visit;
    // Keys are heard from when the page stands.
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page.keyboard.press("t");
    await page.getByRole("grid", { name: "April 2026" }).getByRole("button", { name: /Sunday,? 19 April 2026/ }).click();
    await page.getByLabel("Time of day, in UTC").fill("23:00");
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByRole("button", { name: "Go", exact: true }).click();
    await page.waitForURL(/asOf=2026-04-19T23/);
  });

  test("the moment is part of the address, and stays from page to page", async () => {
    await visit.open("/?asOf=2026-04-19T12:00:00Z");
    const { page } = visit;
    await page.getByRole("button", { name: "As of 19 Apr 2026, 12:00" }).waitFor();
    await page.getByRole("link", { name: "Lineage", exact: true }).click();
    await page.waitForURL(/\/lineage\?asOf=2026-04-19/);
    await page.keyboard.press("Shift+N");
    await page.getByRole("button", { name: "As of Now" }).waitFor();
    await expect.poll(() => page.url()).not.toContain("asOf");
  });

  test("the dark theme is kept, and can be read", async () => {
    await visit.open("/");
    const { page } = visit;
    await page.getByText("revenue_etl_pipeline").first().waitFor();
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.reload();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await page.getByRole("button", { name: "Use the light theme" }).click();
  });

  test("while the server is away nothing is said to be well", async () => {
    const { page } = visit;
    visit.expected = /Failed to load resource/;
    await page.route("**/api/v1/**", (route) => route.abort());
    await visit.open("/");
    const strip = page.getByRole("region", { name: "State of things" });
    await strip.getByText("could not be loaded; trying again").nth(4).waitFor();
    expect(await strip.innerText()).not.toMatch(/none broke|every input|resolved lately/);
    await page.getByText("The server does not answer").first().waitFor();
    await page.unroute("**/api/v1/**");
  });

  test("a panel that can't be loaded says so, and the others stay", async () => {
    const { page } = visit;
    visit.expected = /status of 422/;
    await page.route("**/api/v1/ranking*", (route) => route.fulfill({ status: 422, json: { title: "No", detail: "It was refused.", code: "x" } }));
    await visit.open("/");
    await page.getByText("The ranking could not be loaded.").waitFor();
    await page.getByText("− amount_usd + amount_minor_units").first().waitFor();
    await page.unroute("**/api/v1/ranking*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("The ranking could not be loaded.").waitFor({ state: "detached" });
  });
});
