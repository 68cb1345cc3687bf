import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ColumnDef } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { Node } from "@/api/schema";
import { PagedTable } from "@/components/PagedTable";
import { orphans } from "./questions";

const COLUMNS: readonly ColumnDef<Node>[] = [
  { id: "name", header: "Dataset", meta: { className: "w-1/2 max-w-0" }, cell: ({ row: { original } }) => <Link to="/datasets/$namespace/$name" params={original} className="block truncate font-mono text-11 hover:underline" title={original.name}>{original.name}</Link> },
  { id: "namespace", header: "Namespace", meta: { className: "w-1/2 max-w-0" }, cell: ({ row: { original } }) => <span className="block truncate text-ink-2" title={original.namespace}>{original.namespace}</span> },
];

/** Datasets that nothing connects: often the second name of one that is connected. */
export function OrphansTab(): ReactNode {
  const list = useInfiniteQuery(orphans());
  return <PagedTable label="Orphans" query={list} columns={COLUMNS} keyOf={(row) => row.id} failed="Orphans could not be loaded." empty="Every dataset is connected with something." />;
}
