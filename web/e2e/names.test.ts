import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser";

const SCHEMA = { schema: { _producer: "https://walk.example", _schemaURL: "https://openlineage.io/spec/facets/1-2-0/SchemaDatasetFacet.json", fields: [{ name: "id", type: "int" }, { name: "sum", type: "int" }] } };

function seen(namespace: string, name: string): object {
  return { eventTime: "2026-04-01T00:00:00Z", producer: "https://walk.example", schemaURL: "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/DatasetEvent", dataset: { namespace, name, facets: SCHEMA } };
}

describe("names", () => {
  const visit = useBrowser();

  test("two names of one table are joined, and an orphan is listed", async () => {
    const { page } = visit;
    for (const namespace of ["walk_names_a", "walk_names_b"]) {
      const reply = await page.request.post("/api/v1/lineage", { data: seen(namespace, "walked.names.invoices") });
      expect(reply.ok()).toBe(true);
      const { position } = (await reply.json()) as { position: number };
      await page.request.get(`/api/v1/datasets?limit=1&min_position=${position}`);
    }
    await visit.open("/names");
    const row = page.getByRole("row").filter({ hasText: "walked.names.invoices" }).filter({ hasText: "walk_names_b" });
    await row.getByText("the same name elsewhere").waitFor();
    await row.getByRole("button", { name: /^Let walk_names_/ }).click();
    await row.getByRole("checkbox").click();
    await page.getByText("2 datasets would become 1, with 2 columns in common").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByRole("tab", { name: "Orphans" }).click();
    await page.waitForURL(/tab=orphans/);
    await page.getByRole("row").filter({ hasText: "walked.names.invoices" }).first().waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.getByRole("tab", { name: "Likely aliases" }).click();
    await row.getByRole("checkbox").waitFor();
    if (!(await row.getByRole("checkbox").isChecked())) await row.getByRole("checkbox").click();
    await page.getByRole("button", { name: "Join 1" }).click();
    await page.getByText("1 pair joined", { exact: true }).waitFor();
    await expect.poll(() => row.count(), { timeout: 20_000 }).toBe(0);
  });
});
