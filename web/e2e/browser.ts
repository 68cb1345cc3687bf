/** A page on a running Headwater; `HEADWATER_URL` says where. A test fails on any error in the console. */
import axe from "axe-core";
import { type Download, type Page, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";

const url = process.env.HEADWATER_URL ?? "http://127.0.0.1:8000";

// On a busy machine a page takes seconds; who waits for what is there waits no longer.
const TIMEOUT = 60_000;

interface Visit {
  page: Page;
  /** Errors that a test brings about. */
  expected: RegExp | null;
  /** Open an address of the app. */
  open: (path: string) => Promise<void>;
  /** What axe finds to be serious or worse. */
  problems: () => Promise<string[]>;
}

/** What was saved: the browser is another process, so that its files are not ours. */
export async function contentOf(download: Download): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

export function useBrowser(): Visit {
  const visit = {} as Visit;
  let close = async (): Promise<void> => undefined;
  const errors: string[] = [];
  beforeAll(async () => {
    const browser = await chromium.connect(inject("browser"));
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: "UTC", baseURL: url, acceptDownloads: true });
    visit.page = await context.newPage();
    visit.page.setDefaultTimeout(TIMEOUT);
    visit.page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    visit.page.on("pageerror", (error) => errors.push(error.message));
    visit.page.on("request", (request) => {
      if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) errors.push(`loaded from elsewhere: ${request.url()}`);
    });
    visit.open = async (path) => {
      await visit.page.goto(path);
    };
    visit.problems = () => problems(visit.page);
    close = () => browser.close();
  });
  beforeEach(() => {
    errors.length = 0;
    visit.expected = null;
  });
  afterEach(() => expect(errors.filter((error) => !visit.expected?.test(error))).toEqual([]));
  afterAll(() => close());
  return visit;
}

async function problems(page: Page): Promise<string[]> {
  // Half a million characters: once a page is enough, however often it is asked.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ resultTypes: ["violations"] });
    return violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map((node) => node.target.join(" ")).slice(0, 3) }));
  });
  return found.filter((one) => one.impact === "serious" || one.impact === "critical").map((one) => `${one.id}: ${one.where.join(", ")}`);
}
