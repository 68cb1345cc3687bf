/** Scalar's own reference over the documents that the server writes into the page. Nothing of it asks anyone else. */
import standaloneUrl from "../node_modules/@scalar/api-reference/dist/browser/standalone.js?url";

interface Scalar {
  createApiReference: (place: string, settings: Record<string, unknown>) => void;
}

const SETTINGS = {
  telemetry: false,
  withDefaultFonts: false,
  // Requests go to this server, from this page.
  proxyUrl: "",
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
};

const sources: unknown = JSON.parse(document.getElementById("sources")?.textContent ?? "[]");
const script = document.createElement("script");
script.src = standaloneUrl;
script.onload = () => (window as unknown as { Scalar: Scalar }).Scalar.createApiReference("#app", { sources, ...SETTINGS });
document.head.append(script);
