import { Link } from "@tanstack/react-router";
import { History } from "lucide-react";
import type { ReactNode } from "react";
import type { DownstreamAsset, Simulation } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { Empty } from "@/components/Panel";
import { groupBy } from "@/lib/collections";
import { firstOwner } from "@/lib/entity";
import { plural } from "@/lib/format";

/** What lies downstream, the most important tier first. */
export function AssetsTab({ result }: { result: Simulation }): ReactNode {
  if (result.downstream.length === 0) return <Empty>Nothing is known to lie downstream.</Empty>;
  const tiers = [...groupBy(result.downstream, (asset) => asset.tier ?? "none")].sort(([a], [b]) => a.localeCompare(b));
  const carried = new Map(result.carried.map((one) => [one.dataset, one]));
  const effect = (id: string): string => {
    const found = carried.get(id);
    if (!found) return "";
    if (found.gone) return "can't be read any more";
    return found.changes.length ? found.changes.join("; ") : "gets no new rows";
  };
  return (
    <table className="w-full table-fixed text-12">
      <thead className="text-11 text-ink-3"><tr className="h-[30px] border-b border-line text-left [&_th]:px-3 [&_th]:font-normal"><th scope="col">Asset</th><th scope="col" className="w-32">Owner</th><th scope="col" className="w-16 text-right">Hops</th><th scope="col" className="w-28">Last 7 days</th><th scope="col">What becomes of it</th></tr></thead>
      {tiers.map(([tier, assets]) => (
        <tbody key={tier}>
          <tr className="h-[30px] border-b border-line bg-sunken"><th scope="rowgroup" colSpan={5} className="px-3 text-left font-semibold">{tier === "none" ? "No tier" : `Tier ${tier}`} <span className="font-normal text-ink-3">{plural(assets.length, "asset")}</span></th></tr>
          {assets.map((asset) => <Row key={asset.node.id} asset={asset} effect={effect(asset.node.id)} />)}
        </tbody>
      ))}
    </table>
  );
}

function Row({ asset, effect }: { asset: DownstreamAsset; effect: string }): ReactNode {
  const { namespace, name, id } = asset.node;
  return (
    <tr className="h-[30px] border-b border-line [&_td]:truncate [&_td]:px-3">
      <td><Link to="/datasets/$namespace/$name" params={{ namespace, name }} title={id} className="flex items-center gap-2 font-medium hover:underline"><KindGlyph kind="dataset" type={asset.type} /><span className="truncate">{name}</span></Link></td>
      <td title={asset.owners.join(", ")}>{firstOwner(asset.owners) ?? <span className="text-ink-3">nobody</span>}</td>
      <td className="text-right">{asset.depth}</td>
      <td className="text-ink-2">{asset.active ? "queried" : "not queried"}</td>
      <td className="text-ink-2" title={effect}><span className="flex items-center gap-2"><span className="min-w-0 truncate">{effect}</span><Link to="/time-machine" search={{ entity: `${namespace}/${name}` }} aria-label={`Investigate ${name}`} title="Open in the Time Machine" className="ml-auto shrink-0 text-ink-3 hover:text-accent"><History className="size-3.5" aria-hidden /></Link></span></td>
    </tr>
  );
}
