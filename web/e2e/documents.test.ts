import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser";

describe("the documents of the API", () => {
  const visit = useBrowser();

  test("Scalar shows Watcher's at its address, with the others to choose", async () => {
    const { page } = visit;
    await visit.open("/scalar");
    await page.getByRole("heading", { name: "Watcher", exact: true }).waitFor();
    await page.getByText("Start Pipeline Execution").first().waitFor();
    await page.getByRole("button", { name: "Watcher" }).first().click();
    await page.getByText("Headwater", { exact: true }).waitFor();
  });

  test("one page holds each of them", async () => {
    const { page } = visit;
    await visit.open("/docs?document=watcher");
    await page.getByText("Start Pipeline Execution").first().waitFor();
    expect(await page.title()).toBe("Watcher API");
    expect(await page.locator("#document option").allTextContents()).toContain("Headwater");
  });
});
