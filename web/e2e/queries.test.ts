import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser";

describe("queries", () => {
  const visit = useBrowser();

  test("come most used first, and one says who runs it and what it reads", async () => {
    await visit.open("/queries");
    const { page } = visit;
    await page.getByText("36 of 36 shown").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByRole("row").nth(1).getByRole("link").click();
    await page.getByRole("heading", { name: "priya.data ran it 600 times" }).waitFor();
    await page.getByText("projected").first().waitFor();
    await page.getByText("filtered").first().waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("are found by dataset, column and role, in the address", async () => {
    await visit.open("/queries?dataset=shopflow.sales.orders&column=amount_usd&role=filtered");
    await visit.page.getByText("2 of 2 shown").waitFor();
    await visit.page.getByRole("button", { name: "Clear" }).click();
    await visit.page.getByText("36 of 36 shown").waitFor();
  });
});

describe("columns", () => {
  const visit = useBrowser();

  test("stand by role with what their verdict rests on", async () => {
    await visit.open("/columns?dataset=shopflow.sales.orders");
    const { page } = visit;
    await page.getByText("31 of 31 queries analysed").waitFor();
    const channel = page.getByRole("row").filter({ hasText: "sales_channel" });
    await channel.getByText("only by star").waitFor();
    await page.getByRole("row").filter({ hasText: "order_id" }).getByText("used").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByRole("radio", { name: "Named by nobody" }).click();
    await page.waitForURL(/unused=1/);
    await expect.poll(() => page.getByRole("row").filter({ hasText: "order_id" }).count()).toBe(0);
  });

  test("a dataset is chosen from those that reach the farthest", async () => {
    await visit.open("/columns");
    await visit.page.getByText("Choose a dataset").waitFor();
    await visit.page.getByRole("link", { name: /shopflow.sales.orders/ }).click();
    await visit.page.getByText("31 of 31 queries analysed").waitFor();
  });
});
