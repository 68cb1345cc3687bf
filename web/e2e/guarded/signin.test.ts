import { describe, expect, test } from "vitest";
import { useBrowser } from "../browser";

// As tests/web/test_pages.py makes it.
const KEY = process.env.HEADWATER_KEY ?? "";

describe("a server that needs keys", () => {
  const visit = useBrowser();

  test("asks for one, refuses a wrong one, and lets in with a right one", async () => {
    const { page } = visit;
    visit.expected = /status of 401/;
    await visit.open("/");
    await page.getByRole("heading", { name: "Sign in to Headwater" }).waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByLabel("API key").fill("hw_wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("not known").waitFor();
    await page.getByLabel("API key").fill(KEY);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("navigation", { name: "Pages" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: /Signed in as walker/ }).waitFor();
    expect(await page.evaluate(() => document.cookie)).toBe("");
    await page.getByRole("button", { name: /Signed in as walker/ }).click();
    await page.getByRole("heading", { name: "Sign in to Headwater" }).waitFor();
  });
});
