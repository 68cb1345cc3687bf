import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ColumnDef } from "@tanstack/react-table";
import { ArrowLeftRight } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { LikelyAlias, Node } from "@/api/schema";
import { PagedTable } from "@/components/PagedTable";
import { Button } from "@/components/ui/button";
import { formatCount, plural } from "@/lib/format";
import { joinedBy, keyOf } from "./pairs";
import { likelyAliases, useJoin } from "./questions";

const RULES: Record<LikelyAlias["rule"], string> = {
  spelling: "differ in case or quotes",
  namespace: "the same name elsewhere",
  shorter_name: "one leaves out the database",
  environment: "a prefix such as prod_ differs",
};

function Name({ node }: { node: Node }): ReactNode {
  return (
    <Link to="/datasets/$namespace/$name" params={node} className="block truncate hover:underline" title={`${node.namespace}/${node.name}`}>
      <span className="font-mono text-11">{node.name}</span> <span className="text-ink-3">{node.namespace}</span>
    </Link>
  );
}

interface Choosing {
  readonly chosen: ReadonlySet<string>;
  readonly swapped: ReadonlySet<string>;
  readonly choose: (key: string) => void;
  readonly swap: (key: string) => void;
}

function columnsOf({ chosen, swapped, choose, swap }: Choosing): readonly ColumnDef<LikelyAlias>[] {
  const ends = (pair: LikelyAlias): readonly [Node, Node] => (swapped.has(keyOf(pair)) ? [pair.alias, pair.dataset] : [pair.dataset, pair.alias]);
  return [
    { id: "choose", header: () => <span className="sr-only">Choose</span>, cell: ({ row: { original } }) => <input type="checkbox" aria-label={`Join ${original.dataset.name} and ${original.alias.namespace}/${original.alias.name}`} checked={chosen.has(keyOf(original))} onChange={() => choose(keyOf(original))} className="align-middle accent-(--accent)" /> },
    { id: "dataset", header: "Stays", meta: { className: "w-1/2 max-w-0" }, cell: ({ row: { original } }) => <Name node={ends(original)[0]} /> },
    { id: "swap", header: () => <span className="sr-only">Other way round</span>, cell: ({ row: { original } }) => <Button variant="ghost" size="icon" aria-label={`Let ${ends(original)[1].namespace}/${ends(original)[1].name} stay`} onClick={() => swap(keyOf(original))}><ArrowLeftRight /></Button> },
    { id: "alias", header: "Becomes another name of it", meta: { className: "w-1/2 max-w-0" }, cell: ({ row: { original } }) => <Name node={ends(original)[1]} /> },
    { id: "rule", header: "Why", cell: ({ row: { original } }) => <span className="whitespace-nowrap text-ink-2">{RULES[original.rule]}</span> },
    { id: "columns", header: "Columns in common", meta: { isNumber: true }, cell: ({ row: { original } }) => formatCount(original.shared_columns) },
    { id: "edges", header: "Edges brought together", meta: { isNumber: true }, cell: ({ row: { original } }) => `${formatCount(original.dataset_edges)} + ${formatCount(original.alias_edges)}` },
  ];
}

function toggled(known: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set(known.has(key) ? [...known].filter((one) => one !== key) : [...known, key]);
}

/** Pairs of names that look like one place, with what joining each would bring together. */
export function AliasesTab(): ReactNode {
  const list = useInfiniteQuery(likelyAliases());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [swapped, setSwapped] = useState<ReadonlySet<string>>(new Set());
  const join = useJoin(() => setChosen(new Set()));
  const columns = useMemo(() => columnsOf({ chosen, swapped, choose: (key) => setChosen((known) => toggled(known, key)), swap: (key) => setSwapped((known) => toggled(known, key)) }), [chosen, swapped]);
  const pairs = list.data?.pages.flatMap((page) => page.items) ?? [];
  const wanted = pairs.filter((pair) => chosen.has(keyOf(pair)));
  const brought = joinedBy(wanted);
  return (
    <>
      <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line bg-surface px-5 text-12 text-ink-2">
        <Button disabled={wanted.length === 0 || join.isPending} onClick={() => join.mutate(wanted.map((pair) => (swapped.has(keyOf(pair)) ? { ...pair, dataset: pair.alias, alias: pair.dataset } : pair)))}>Join {wanted.length || ""}</Button>
        {wanted.length === 0 ? <span>Choose what is one place under two names; an event says so, and can be taken back.</span> : <span>{plural(brought.datasets, "dataset")} would become {formatCount(brought.places)}, with {plural(brought.columns, "column")} in common and {plural(brought.edges, "edge")}.</span>}
      </div>
      <PagedTable label="Likely aliases" query={list} columns={columns} keyOf={keyOf} failed="Likely aliases could not be loaded. Nothing was joined." empty="No two names look like one place." />
    </>
  );
}
