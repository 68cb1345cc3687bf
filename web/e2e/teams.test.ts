import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser";

describe("teams", () => {
  const visit = useBrowser();

  test("are listed, and one shows its quota, what it keeps, and what is its own", async () => {
    await visit.open("/teams");
    const { page } = visit;
    await page.getByRole("link", { name: "Default" }).click();
    await page.getByRole("heading", { name: "Default" }).waitFor();
    await page.getByText("Quota today").waitFor();
    await page.getByRole("heading", { name: "Retention" }).waitFor();
    await page.getByText("for good").first().waitFor();
    await page.getByRole("heading", { name: "Datasets" }).waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
  });

  test("an unknown one is an error that names it", async () => {
    visit.expected = /status of 404/;
    await visit.open("/teams/nobody-at-all");
    await visit.page.getByText("The team nobody-at-all could not be loaded.").waitFor();
  });
});
