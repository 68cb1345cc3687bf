/** One browser for all walks: to start it takes longer than many of them. Each walk has a context of its own in it. */
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

declare module "vitest" {
  interface ProvidedContext {
    browser: string;
  }
}

export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const browser = await chromium.launchServer({ executablePath, args: ["--no-sandbox"] });
  project.provide("browser", browser.wsEndpoint());
  return () => browser.close();
}
