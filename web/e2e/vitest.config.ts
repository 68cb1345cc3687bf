import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL("../src", import.meta.url)) } },
  test: {
    root: fileURLToPath(new URL(".", import.meta.url)),
    include: ["**/*.test.ts"],
    globalSetup: "./sharedBrowser.ts",
    testTimeout: 150_000,
    hookTimeout: 60_000,
    // Walks wait for the server and the browser more than they work.
    pool: "threads",
    maxWorkers: 3,
    // What they import is large, and holds no state of theirs.
    isolate: false,
    // Panels of a page load one by one: what is read is read again until it is there.
    expect: { poll: { timeout: 45_000, interval: 100 } },
  },
});
