import { describe, expect, test } from "vitest";
import { contentOf, useBrowser } from "./browser";

describe("compliance", () => {
  const visit = useBrowser();
  const numbers = () => visit.page.getByRole("region", { name: "In numbers" });
  const rows = () => visit.page.getByRole("region", { name: "Every place" }).locator("tbody tr");

  test("says where personal data is in the clear, where it is masked, and what nobody declared", async () => {
    await visit.open("/compliance");
    await numbers().waitFor();
    await expect.poll(() => numbers().innerText()).toMatch(/7\s*source columns[\s\S]*13\s*in the clear[\s\S]*7\s*masked or aggregated[\s\S]*0\s*undeclared/);
    await visit.page.getByText("All 6 columns that inherit it are declared so.").waitFor();
    await visit.page.getByText("Only what a job reported, somebody declared, or SQL says is seen").waitFor();
    await expect.poll(() => rows().count()).toBe(13);
    await rows().filter({ hasText: "email_audience.email" }).getByText("copied three times").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("draws the way of each column, and on request what only decides", async () => {
    await visit.open("/compliance");
    const graph = visit.page.getByRole("group", { name: /^Flow graph, \d+ datasets/ });
    await graph.getByText("marketing.email_audience").waitFor();
    await graph.getByRole("img", { name: "ends here" }).first().waitFor();
    await visit.page.getByRole("button", { name: "show", exact: true }).click();
    await visit.page.waitForURL(/indirect=1/);
    await graph.getByText("decides").waitFor();
    await visit.page.getByRole("radio", { name: "Table only" }).click();
    await visit.page.waitForURL(/view=table/);
    await graph.waitFor({ state: "detached" });
  });

  test.each([["Markdown", "md", "# Where data of columns tagged pii flows"], ["HTML", "html", "<!doctype html>"], ["CSV", "csv", "source_dataset,source_column"], ["JSON", "json", '"finding"']])("the report is saved as %s", async (name, ending, text) => {
    await visit.open("/compliance");
    await numbers().waitFor();
    await visit.page.getByRole("button", { name: "Report" }).click();
    const [download] = await Promise.all([visit.page.waitForEvent("download"), visit.page.getByRole("dialog", { name: "Save the report" }).getByRole("button", { name: new RegExp(`^${name}`) }).click()]);
    expect(download.suggestedFilename()).toBe(`where-data-of-columns-tagged-pii-flows.${ending}`);
    const content = (await contentOf(download)).toString();
    expect(content).toContain(text);
    expect(content).toContain("email_audience");
  });

  test("what looks personal is decided on, and is gone from the list", async () => {
    const { page } = visit;
    await visit.open("/compliance");
    const panel = page.locator("section").filter({ has: page.getByRole("heading", { name: "Looks personal, not decided" }) });
    await panel.getByRole("button", { name: /^Reject/ }).waitFor();
    const first = panel.locator("tbody tr").first();
    const name = (await first.locator("td").nth(1).getAttribute("title")) ?? "";
    expect(name).toMatch(/^column:/);
    await first.getByRole("checkbox").click();
    await panel.getByRole("button", { name: "Reject 1" }).click();
    await page.getByText("1 column declared not personal", { exact: true }).waitFor();
    await expect.poll(() => panel.locator(`td[title="${name}"]`).count(), { timeout: 20_000 }).toBe(0);
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("another class, one column and a filter are each an address", async () => {
    const { page } = visit;
    await visit.open("/compliance");
    await page.getByLabel("Owner, schema or column").fill("mei.growth");
    await page.waitForURL(/text=mei\.growth/);
    await expect.poll(() => rows().count()).toBe(3);
    await page.getByRole("radio", { name: "Class" }).click();
    await page.waitForURL(/class=restricted/);
    await numbers().waitFor();
    await page.getByRole("radio", { name: "Column" }).click();
    await page.getByText("Choose a column above").waitFor();
    await page.getByRole("button", { name: "Choose a column" }).click();
    await page.getByPlaceholder("Find a column").fill("crm customers email");
    await page.getByRole("option").filter({ hasText: "crm.public.customers" }).first().click();
    await page.waitForURL(/column=/);
    await page.getByText("1 source column to").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.goBack();
    await page.goBack();
    await page.waitForURL(/class=restricted/);
  });

  test("what nobody has tagged so is said, with what to do", async () => {
    visit.expected = /status of 404/;
    await visit.open("/compliance?tag=nobody");
    await visit.page.getByText("Flows could not be computed. No statement is made.").waitFor();
    await visit.page.getByRole("alert").getByText(/nobody/).first().waitFor();
  });
});
