/** What a query references, by dataset and column, each with its roles; pure. */
import { groupBy } from "./collections";

export interface Reference {
  readonly dataset: string;
  readonly column: string | null;
  readonly role: string;
  readonly star: boolean;
  readonly certain: boolean;
}

export interface ReferencedColumn {
  readonly name: string;
  readonly roles: readonly string[];
  readonly isCertain: boolean;
}

export interface ReferencedDataset {
  readonly dataset: string;
  readonly columns: readonly ReferencedColumn[];
  /** Reads every column by `*`. */
  readonly isStar: boolean;
}

export function byDataset(references: readonly Reference[]): readonly ReferencedDataset[] {
  return [...groupBy(references, (one) => one.dataset)].map(([dataset, all]) => {
    const named = groupBy(all.filter((one) => one.column !== null), (one) => one.column ?? "");
    const columns = [...named].map(([name, ones]) => ({ name, roles: [...new Set(ones.map((one) => one.role))], isCertain: ones.every((one) => one.certain) }));
    return { dataset, isStar: all.some((one) => one.star), columns };
  });
}

export interface ColumnVerdict {
  readonly word: "used" | "unused" | "only by star" | "not known";
  readonly why: string;
}

interface Use {
  readonly queries: number;
  readonly jobs: number;
  readonly lineage: number;
}

interface Proof {
  readonly queries: number;
  readonly analysed: number;
  readonly stars: number;
  readonly unread: number;
}

/** Whether a column is used, and what that rests on; never "unused" where something could not be read. */
export function columnVerdict(use: Use, proof: Proof): ColumnVerdict {
  if (use.queries + use.jobs + use.lineage > 0) return { word: "used", why: "" };
  const missing = proof.queries - proof.analysed + proof.unread;
  if (missing > 0) return { word: "not known", why: `${missing} of ${proof.queries + proof.unread} queries could not be analysed` };
  if (proof.stars > 0) return { word: "only by star", why: `in ${proof.stars} ${proof.stars === 1 ? "query" : "queries"} with select *; named by nobody` };
  return { word: "unused", why: `No query names it, no downstream column, no filter use; ${proof.analysed} of ${proof.queries} queries analysed.` };
}
