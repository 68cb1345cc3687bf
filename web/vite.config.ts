import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// In the package the server writes where the app lies; here nobody else would.
const baseOfDevelopment: Plugin = { name: "base", apply: "serve", transformIndexHtml: (html) => html.replace("__BASE__", "/") };

// Once when it is built, and not for every browser: text is sent in a third of its size.
const packed: Plugin = {
  name: "packed",
  apply: "build",
  async writeBundle({ dir = "" }, bundle) {
    const texts = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css|svg)$/.test(name));
    await Promise.all(texts.map(async (name) => writeFile(join(dir, `${name}.gz`), await promisify(gzip)(await readFile(join(dir, name)), { level: 9 }))));
  },
};

const api = process.env.HEADWATER_URL ?? "http://127.0.0.1:8000";

export default defineConfig(({ command }) => ({
  // Relative, so that the same files work below any prefix; the server writes the base into the page.
  base: command === "build" ? "./" : "/",
  plugins: [react(), tailwindcss(), baseOfDevelopment, packed],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  html: command === "build" ? { cspNonce: "__NONCE__" } : {},
  build: {
    outDir: "../src/headwater/api/web_build",
    emptyOutDir: true,
    // Fonts and pictures stay files: the policy of the page allows no fonts inside of styles.
    assetsInlineLimit: 0,
    rolldownOptions: { input: ["index.html", "scalar.html"] },
    chunkSizeWarningLimit: 1600,
  },
  worker: { format: "es" },
  server: { port: 5173, proxy: { "/api": api } },
  test: { include: ["src/**/*.test.ts", "test/**/*.test.ts"] },
}));
