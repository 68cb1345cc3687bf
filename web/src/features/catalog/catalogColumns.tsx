import { Link } from "@tanstack/react-router";
import type { ColumnDef } from "@tanstack/react-table";
import type { AssetEntry } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { Time } from "@/components/Time";
import { ownerName } from "@/lib/entity";

type Toggle = (ids: readonly string[], isOn: boolean) => void;

export function catalogColumns(rows: readonly AssetEntry[], chosen: ReadonlySet<string>, toggle: Toggle): readonly ColumnDef<AssetEntry>[] {
  const isAll = rows.length > 0 && rows.every((row) => chosen.has(row.id));
  return [
    {
      id: "choose",
      header: () => <input type="checkbox" aria-label="Choose all that are shown" checked={isAll} onChange={() => toggle(rows.map((row) => row.id), !isAll)} className="align-middle accent-(--accent)" />,
      cell: ({ row: { original } }) => <input type="checkbox" aria-label={`Choose ${original.name}`} checked={chosen.has(original.id)} onChange={() => toggle([original.id], !chosen.has(original.id))} className="align-middle accent-(--accent)" />,
    },
    { id: "name", header: "Dataset", cell: ({ row: { original } }) => <Link to="/datasets/$namespace/$name" params={{ namespace: original.namespace, name: original.name }} title={`${original.namespace}/${original.name}`} className="flex items-center gap-2 font-medium hover:underline"><KindGlyph kind="dataset" type={original.type} />{original.name}</Link> },
    { id: "namespace", header: "Namespace", meta: { className: "max-[1100px]:hidden" }, cell: ({ row: { original } }) => <span className="text-ink-3">{original.namespace}</span> },
    { id: "type", header: "Type", cell: ({ row: { original } }) => original.type.toLowerCase() },
    { id: "tier", header: "Tier", cell: ({ row: { original } }) => original.tier ?? "" },
    { id: "owners", header: "Owners", cell: ({ row: { original } }) => <span className="block max-w-44 truncate" title={original.owners.join(", ")}>{original.owners.map(ownerName).join(", ")}</span> },
    { id: "tags", header: "Tags", cell: ({ row: { original } }) => <span className="block max-w-44 truncate text-ink-2" title={original.tags.join(", ")}>{original.tags.join(", ")}</span> },
    { id: "seen", header: "Last seen", cell: ({ row: { original } }) => original.last_seen && <Time at={original.last_seen} now={new Date()} /> },
    { id: "description", header: "Description", meta: { className: "w-full max-w-0 max-[1300px]:hidden" }, cell: ({ row: { original } }) => <span className="block truncate text-ink-2" title={original.description ?? ""}>{original.description}</span> },
  ];
}
