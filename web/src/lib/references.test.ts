import { expect, test } from "vitest";
import { byDataset, columnVerdict } from "./references";

const ORDERS = "dataset:dwh/orders";
const reference = (column: string | null, role: string, more = {}) => ({ dataset: ORDERS, column, role, star: false, certain: true, ...more });

test("references come by dataset, each column once with all its roles", () => {
  const [orders] = byDataset([reference(null, "projected"), reference("amount", "projected"), reference("amount", "filtered"), reference("id", "joined", { certain: false })]);
  expect(orders).toEqual({
    dataset: ORDERS, isStar: false,
    columns: [{ name: "amount", roles: ["projected", "filtered"], isCertain: true }, { name: "id", roles: ["joined"], isCertain: false }],
  });
});

const NOBODY = { queries: 0, jobs: 0, lineage: 0 };

test("a column is unused only where everything could be read", () => {
  expect(columnVerdict(NOBODY, { queries: 36, analysed: 36, stars: 0, unread: 0 }).word).toBe("unused");
  expect(columnVerdict(NOBODY, { queries: 36, analysed: 35, stars: 0, unread: 0 }).word).toBe("not known");
  expect(columnVerdict(NOBODY, { queries: 36, analysed: 36, stars: 0, unread: 2 }).why).toBe("2 of 38 queries could not be analysed");
  expect(columnVerdict(NOBODY, { queries: 36, analysed: 36, stars: 2, unread: 0 }).word).toBe("only by star");
  expect(columnVerdict({ ...NOBODY, lineage: 1 }, { queries: 0, analysed: 0, stars: 0, unread: 0 }).word).toBe("used");
});
