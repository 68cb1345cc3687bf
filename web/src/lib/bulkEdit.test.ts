import { expect, test } from "vitest";
import { changesOf } from "./bulkEdit";

const orders = { type: "table", namespace: "shop", name: "orders", owners: ["user:sam"], tier: "1", tags: ["gold"] };
const clicks = { type: "table", namespace: "shop", name: "clicks", owners: [], tier: null, tags: [] };

test("each dataset is told what differs, and what would take it back", () => {
  const { changed, former } = changesOf([orders, clicks], { owner: "user:sam", tier: "2", tags: ["gold", "daily"] });
  expect(changed).toEqual([
    { type: "table", namespace: "shop", name: "orders", tier: "2", tags: ["gold", "daily"] },
    { type: "table", namespace: "shop", name: "clicks", owner: "user:sam", tier: "2", tags: ["gold", "daily"] },
  ]);
  expect(former).toEqual([
    { type: "table", namespace: "shop", name: "orders", tier: "1", tags: ["gold"] },
    { type: "table", namespace: "shop", name: "clicks", owner: "", tier: "", tags: [] },
  ]);
});

test("what is so already is not said again", () => {
  expect(changesOf([orders], { owner: "user:sam", tags: ["gold"] })).toEqual({ changed: [], former: [] });
});
