import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser";

describe("access", () => {
  const visit = useBrowser();

  test("a key is shown once, and refused after it is revoked", async () => {
    const { page } = visit;
    await visit.open("/access");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name, as it stands").fill("walk through the pages");
    await page.getByRole("checkbox", { name: /ingest/ }).check();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByRole("button", { name: "Create key" }).click();
    const token = await page.getByLabel("The key").innerText();
    expect(token.length).toBeGreaterThan(20);
    await page.getByRole("button", { name: "Done" }).click();
    const row = page.getByRole("row").filter({ hasText: "walk through the pages" }).first();
    await row.getByText("ingest, read").waitFor();
    await row.getByText("active").waitFor();
    expect(await page.content()).not.toContain(token);
    await row.getByRole("button", { name: "Revoke walk through the pages" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await row.getByText("revoked").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("a team asks for a dataset, is given it, and it is taken back", async () => {
    const { page } = visit;
    const team = await page.request.post("/api/v1/teams", { data: { name: "walkers", display_name: "Walkers", patterns: ["walkers*"] } });
    expect([200, 201, 409]).toContain(team.status());
    await visit.open("/access?tab=requests");
    await page.getByRole("button", { name: "Ask for access" }).click();
    await page.getByLabel("Dataset or job").fill("shopflow.sales.orders");
    await page.getByLabel("Team that asks").fill("walkers");
    await page.getByLabel("Why").fill("our walk leads there");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.getByRole("button", { name: /Grant walkers access/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Grant" }).click();
    await page.getByRole("button", { name: /Grant walkers access/ }).waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Given access" }).click();
    await page.waitForURL(/tab=grants/);
    const row = page.getByRole("row").filter({ hasText: "walkers" }).first();
    await row.getByRole("button", { name: /^Take back/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Take back" }).click();
    await row.getByText("taken back").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });
});
