import { describe, expect, test } from "vitest";
import { contentOf, useBrowser } from "./browser";

describe("the list of datasets", () => {
  const visit = useBrowser();

  test("is filtered in the address, and saved as it is shown", async () => {
    const { page } = visit;
    await visit.open("/search?tier=1");
    await page.getByRole("link", { name: /shopflow\.sales\.orders$/ }).waitFor();
    await page.getByRole("textbox", { name: "Owner" }).fill("user:priya.data");
    await page.waitForURL(/owner=user/);
    await page.getByRole("link", { name: /shopflow\.marts\.customer_ltv$/ }).waitFor();
    await page.getByRole("link", { name: /shopflow\.sales\.orders$/ }).waitFor({ state: "detached" });
    await expect.poll(() => visit.problems()).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
    expect((await contentOf(download)).toString()).toContain("shopflow.marts.customer_ltv");
  });

  test("several are given a tag at once, and that is undone", async () => {
    const { page } = visit;
    const tagged = async (): Promise<number> => (await (await page.request.get("/api/v1/assets?tag=walked&pipelines=false")).json()).total;
    await visit.open("/search?q=staging.stg_");
    await page.getByRole("checkbox", { name: "Choose shopflow.staging.stg_products" }).check();
    await page.getByRole("checkbox", { name: "Choose shopflow.staging.stg_orders" }).check();
    const bar = page.getByRole("form", { name: "Change the chosen datasets" });
    await bar.getByLabel("Add tags").fill("walked");
    await bar.getByRole("button", { name: "Save 2" }).click();
    await expect.poll(tagged, { timeout: 50_000 }).toBe(2);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(tagged, { timeout: 50_000 }).toBe(0);
  });
});

describe("the map", () => {
  const visit = useBrowser();

  test("holds every dataset, and is coloured by what the address says", async () => {
    const { page } = visit;
    await visit.open("/map?color=owner");
    await page.getByRole("img", { name: /Map of \d+ datasets in \d+ schemas/ }).waitFor();
    // The names of the schemas stand above their discs, moved by the camera.
    await page.getByText(/^sales \d+$/).waitFor();
    await page.getByText("All schemas").click();
    await page.getByRole("list", { name: "Schemas" }).getByText("ecommerce_warehouse \u00b7 sales").waitFor();
    await page.getByRole("radio", { name: "Schema" }).click();
    await page.waitForURL(/color=schema/);
    await expect.poll(() => page.locator("canvas.sigma-nodes").count()).toBe(1);
    await expect.poll(() => visit.problems()).toEqual([]);
  });
});
