/** What `python -m benchmarks.web` measures in Chromium, as JSON: `node bench/measure.mjs ADDRESS TIMES`. */
import { chromium } from "playwright-core";

const [, , address, times] = process.argv;
const [NODES, EDGES, RANKS] = [1000, 3000, 12];
const WIDTH = Math.ceil(NODES / RANKS);

/** A walk as the server answers it: ranks of datasets, each fed by three of the rank before. */
function walk(direction) {
  const node = (index) => ({ id: `dataset:bench/shop.s${index % 7}.t${index}`, kind: "dataset", namespace: "bench", name: `shop.s${index % 7}.t${index}`, field: null });
  const rank = (index) => Math.floor(index / WIDTH);
  const edge = (source, target) => ({ source: node(source).id, target: node(target).id, kind: "dataset", job: `job:bench/j${target}`, origin: "lineage_facet", confidence: 1, subtype: null, masking: null, description: null, first_seen: "2026-04-01T00:00:00Z", last_seen: "2026-04-20T00:00:00Z" });
  const edges = [];
  for (let turn = 0; edges.length < EDGES; turn += 1) {
    for (let target = WIDTH; target < NODES && edges.length < EDGES; target += 1) edges.push(edge((rank(target) - 1) * WIDTH + ((target * 7 + turn * 31) % WIDTH), target));
  }
  const nodes = Array.from({ length: NODES - 1 }, (_, index) => ({ node: node(index + 1), depth: rank(index + 1) + 1 }));
  return { root: node(0), direction, level: "dataset", as_of: null, position: 1, total: { datasets: NODES - 1, columns: 0, jobs: 0 }, nodes: direction === "downstream" ? nodes : [], edges: direction === "downstream" ? edges : [], edges_truncated: false, truncated_by_depth: false, next_cursor: null, unknown: null };
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const found = { first_view_ms: [], cached_view_ms: [], graph_ms: [], pan_ms: [], whole_ms: [], drawn: 0 };
for (let turn = 0; turn < Number(times); turn += 1) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: address });
  const page = await context.newPage();
  const timed = async (path, ready) => {
    const began = performance.now();
    await page.goto(path, { waitUntil: "commit" });
    await ready();
    return performance.now() - began;
  };
  const isUseful = () => page.waitForFunction(() => /Pipelines failing\s+\d/.test(document.body.innerText) && document.body.innerText.includes("revenue_etl_pipeline"), undefined, { polling: "raf" });
  found.first_view_ms.push(await timed("/", isUseful));
  found.cached_view_ms.push(await timed("/", isUseful));
  await page.route("**/api/v1/graph/*stream*", (route) => route.fulfill({ json: walk(route.request().url().includes("upstream") ? "upstream" : "downstream") }));
  // The first node in sight is drawn with all of its rank: what is out of sight is drawn when one pans there.
  found.graph_ms.push(await timed("/lineage/dataset/bench/shop.s0.t0?down=12", () => page.waitForFunction(() => document.querySelectorAll(".react-flow__node").length > 20 && document.querySelectorAll(".react-flow__edge").length > 20, undefined, { polling: "raf" })));
  await page.getByRole("button", { name: "Fit" }).waitFor();
  found.drawn = Math.max(found.drawn, await page.locator(".react-flow__node").count());
  const began = performance.now();
  await page.mouse.move(700, 500);
  await page.mouse.down();
  for (let step = 1; step <= 20; step += 1) await page.mouse.move(700 - step * 15, 500 - step * 10);
  await page.mouse.up();
  found.pan_ms.push(performance.now() - began);
  const far = performance.now();
  await page.getByRole("button", { name: "Fit" }).click();
  await page.waitForFunction((most) => document.querySelectorAll(".react-flow__node").length >= most, NODES, { polling: "raf" });
  found.whole_ms.push(performance.now() - far);
  await context.close();
}
await browser.close();
console.log(JSON.stringify(found));
