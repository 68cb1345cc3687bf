import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser";

// As tests/web/conftest.py sends it.
const NAME = `<script>window.hacked=1</script><img src=x onerror="window.hacked=1">`;

describe("a dataset named like a script tag", () => {
  const visit = useBrowser();

  test("stays text in the search, on the page and in its title", async () => {
    const { page } = visit;
    await visit.open("/");
    await page.getByText("Recent schema changes").waitFor();
    await page.keyboard.press("/");
    await page.getByPlaceholder("Find a dataset").fill("onerror hacked");
    await page.getByRole("option").filter({ hasText: NAME }).first().click();
    await page.waitForURL(/\/lineage\/dataset\//);
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByText(NAME).waitFor();
    await page.getByText("0 upstream, 1 downstream").waitFor();
    await expect.poll(() => page.title()).toContain(NAME);
    await page.reload();
    await page.getByText("0 upstream, 1 downstream").waitFor();
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined();
  });
});
