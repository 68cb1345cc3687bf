import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { KindGlyph } from "@/components/KindGlyph";
import type { ReferencedDataset } from "@/lib/references";

/** Namespace and name of `dataset:namespace/name`; a namespace may hold slashes, a name after the last does not. */
export function partsOf(id: string): { namespace: string; name: string } {
  const whole = id.replace(/^dataset:/, "");
  const cut = whole.lastIndexOf("/");
  return { namespace: whole.slice(0, cut), name: whole.slice(cut + 1) };
}

export function References({ datasets }: { datasets: readonly ReferencedDataset[] }): ReactNode {
  return datasets.map(({ dataset, columns, isStar }) => {
    const { namespace, name } = partsOf(dataset);
    return (
      <div key={dataset} className="border-b border-line py-1.5 text-12 last:border-b-0">
        <p className="flex items-center gap-2 px-3"><KindGlyph kind="dataset" /><Link to="/datasets/$namespace/$name" params={{ namespace, name }} title={dataset} className="min-w-0 truncate font-medium hover:underline">{name}</Link>{isStar && <span className="rounded-sm border border-line-2 px-1 font-mono text-11">*</span>}<Link to="/columns" search={{ dataset: `${namespace}/${name}` }} className="ml-auto shrink-0 text-accent hover:underline">Columns</Link></p>
        <ul>
          {columns.map((column) => (
            <li key={column.name} className="flex h-6 items-center gap-2 pr-3 pl-8"><span className="min-w-0 truncate font-mono">{column.name}</span>{!column.isCertain && <span className="text-ink-3">perhaps</span>}<span className="ml-auto flex gap-1">{column.roles.map((role) => <span key={role} className="rounded-sm bg-sunken px-1.5 text-11 text-ink-2">{role}</span>)}</span></li>
          ))}
        </ul>
      </div>
    );
  });
}
