import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser";

const BROKEN = {
  eventType: "COMPLETE",
  eventTime: "2026-04-10T13:00:00Z",
  producer: "https://example.com/broken",
  schemaURL: "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
  run: { runId: "0196503f-6f20-7c11-8d21-2c7a1de0b001" },
  job: { namespace: "broken", name: "copy" },
  inputs: [],
  outputs: [{ namespace: "broken", name: "target", facets: { schema: { _producer: "https://example.com", _schemaURL: "https://example.com", fields: "none" } } }],
};

describe("the log", () => {
  const visit = useBrowser();

  test("lists what came, newest first, and shows one as it came with what it gave", async () => {
    await visit.open("/events");
    const { page } = visit;
    await page.getByText("newest first").waitFor();
    const failed = page.getByRole("row").filter({ hasText: "shopflow_airflow/revenue_etl_pipeline" }).filter({ hasText: "FAIL" });
    await failed.getByRole("button").first().click();
    await page.waitForURL(/sel=/);
    const detail = page.getByRole("complementary", { name: "The selected event" });
    await detail.getByLabel("JSON").getByText('"eventType"').waitFor();
    await detail.getByText(/2 edges|3 edges|1 edge/).waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await page.reload();
    await detail.getByLabel("JSON").getByText('"eventType"').waitFor();
  });

  test("is filtered by kind and job, in the address", async () => {
    await visit.open("/events");
    const { page } = visit;
    await page.getByRole("combobox", { name: "Kind" }).selectOption("run");
    await page.getByRole("textbox", { name: "Job" }).fill("customer_ltv_pipeline");
    await page.waitForURL(/entity=customer_ltv_pipeline/);
    await expect.poll(() => page.getByRole("row").filter({ hasText: "stage_orders" }).count()).toBe(0);
    await page.getByRole("row").filter({ hasText: "customer_ltv_pipeline" }).first().waitFor();
  });
});

describe("the quarantine", () => {
  const visit = useBrowser();

  test("says why something was set aside, what a replay would come to, and what it came to", async () => {
    const { page } = visit;
    await page.request.post("/api/v1/lineage", { data: BROKEN });
    await expect.poll(async () => (await (await page.request.get("/api/v1/quarantine?reason=array")).json()).total, { timeout: 60_000 }).toBeGreaterThan(0);
    await visit.open("/events/quarantine");
    const reason = page.getByRole("listitem").filter({ hasText: "outputs[].facets.schema.fields" });
    await reason.getByText("must be an array").first().waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await reason.getByRole("button", { name: "Sample" }).click();
    await page.getByRole("complementary", { name: "The selected event" }).getByText("https://example.com/broken").first().waitFor();
    await reason.getByRole("button", { name: /^Replay/ }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("0 would pass, 1 fails again.").waitFor();
    await expect.poll(() => visit.problems()).toEqual([]);
    await dialog.getByRole("button", { name: /^Replay/ }).click();
    await dialog.getByText("1 event read again, 1 still in quarantine.").waitFor({ timeout: 60_000 });
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "hidden" });
  });
});
