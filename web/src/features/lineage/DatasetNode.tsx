import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { ListVideo } from "lucide-react";
import { type ReactNode, memo } from "react";
import { KindGlyph } from "@/components/KindGlyph";
import { type State, StateGlyph, runState } from "@/components/StateGlyph";
import { ZONE } from "@/components/Time";
import { cn } from "@/lib/classes";
import { type NodeId, firstOwner, schemaOf, shortName } from "@/lib/entity";
import { formatClock } from "@/lib/format";
import type { GraphNode } from "@/lib/lineageGraph";
import type { Rows } from "./drawing";
import { useIsFar } from "./useIsFar";
import { type NodeFacts, hasFailed, nodeState } from "./nodeFacts";

export interface NodeData extends Record<string, unknown> {
  readonly node: GraphNode;
  readonly rows: Rows;
  readonly facts: NodeFacts | undefined;
  readonly writer: NodeFacts | undefined;
  readonly isSelected: boolean;
  readonly isSubject: boolean;
  readonly isDimmed: boolean;
  readonly isOpen: boolean;
  /** One of many: its name and state alone. */
  readonly isCompact: boolean;
  readonly column: string | null;
  /** What became of columns between two moments. */
  readonly changes: Readonly<Record<string, State>>;
  readonly change: State | null;
  readonly more: "up" | "down" | null;
  readonly select: (id: NodeId, column?: string) => void;
  readonly toggle: (id: NodeId) => void;
  readonly grow: (way: "up" | "down") => void;
}

export type DatasetFlowNode = Node<NodeData, "dataset">;

/** A dataset with the rows that are open, and below them the job that writes it. */
export const DatasetNode = memo(function DatasetNode({ data }: NodeProps<DatasetFlowNode>): ReactNode {
  const { node, rows, facts, writer } = data;
  const isBad = hasFailed(writer?.lastRun ?? null);
  const threat = writer?.threat;
  const state = data.change ?? nodeState(facts, writer);
  if (useIsFar()) return <FarNode data={data} isBad={isBad} />;
  return (
    <div
      className={cn("relative w-[192px] overflow-visible rounded-md border border-line-2 bg-surface text-ink transition-opacity duration-(--dur)",
        isBad && "border-fail", !isBad && threat === "atRisk" && "border-dashed border-late", data.isSelected && "border-accent shadow-[0_0_0_1px_var(--accent)]", data.isDimmed && "opacity-40")}
    >
      <Handle type="target" position={Position.Left} isConnectable={false} className="invisible" />
      <Handle type="source" position={Position.Right} isConnectable={false} className="invisible" />
      <Head data={data} state={state} isBad={isBad} />
      {rows.shown.length > 0 && (
        <ul className="border-t border-line py-1">
          {rows.shown.map((column) => <Row key={column} column={column} data={data} />)}
          {rows.hidden > 0 && <li><button type="button" className="nodrag h-5 px-2.5 text-11 text-accent hover:underline" onClick={() => data.toggle(node.id)}>{rows.hidden} more</button></li>}
        </ul>
      )}
      {!data.isCompact && node.jobs.length > 0 && <Foot data={data} isBad={isBad} />}
      {data.more && (
        <button type="button" aria-label={`Show one hop more ${data.more}stream`} onClick={() => data.grow(data.more as "up" | "down")} className={cn("nodrag absolute z-10 flex h-6 items-center rounded-full border border-line-2 bg-surface px-1.5 text-11 text-ink-2 hover:border-accent hover:text-accent", data.isCompact ? "top-0.5" : "top-2.5", data.more === "up" ? "-left-8" : "-right-8")}>+</button>
      )}
    </div>
  );
});

/** From far a node is a bar in the colour of its state; its name is said, and shown on hover. */
function FarNode({ data, isBad }: { data: NodeData; isBad: boolean }): ReactNode {
  const name = `${data.node.entity.namespace}/${data.node.entity.name}`;
  return (
    <button type="button" id={`node-${data.node.id}`} tabIndex={-1} aria-label={name} title={name} onClick={() => data.select(data.node.id)} className={cn("nodrag block h-full w-[192px] rounded-md border", isBad ? "border-fail bg-fail" : data.writer?.threat ? "border-late bg-late-fill" : "border-line-2 bg-ok-fill", data.isSelected && "border-accent bg-accent", data.isDimmed && "opacity-40")}>
      <Handle type="target" position={Position.Left} isConnectable={false} className="invisible" />
      <Handle type="source" position={Position.Right} isConnectable={false} className="invisible" />
    </button>
  );
}

function Head({ data, state, isBad }: { data: NodeData; state: State | null; isBad: boolean }): ReactNode {
  const { node, facts, rows } = data;
  const about = [schemaOf(node.entity.name) || node.entity.namespace, facts?.tier && `T${facts.tier.replace(/\D/g, "") || facts.tier}`, facts && firstOwner(facts.owners)].filter(Boolean).join(" · ");
  return (
    <button
      type="button"
      id={`node-${node.id}`}
      tabIndex={data.isSelected ? 0 : -1}
      aria-pressed={data.isSelected}
      title={`${node.entity.namespace}/${node.entity.name}`}
      onClick={() => data.select(node.id)}
      onDoubleClick={() => data.toggle(node.id)}
      className={cn("nodrag block w-full px-2.5 text-left", data.isCompact ? "h-[26px] rounded-md" : "h-[43px] rounded-t-md")}
      style={isBad ? { backgroundImage: "repeating-linear-gradient(135deg, var(--fail-bg) 0 5px, transparent 5px 10px)" } : undefined}
    >
      <span className={cn("flex items-center gap-1.5", data.isCompact ? "pt-[5px]" : "pt-1.5")}>
        <KindGlyph kind={node.entity.kind} type={facts?.type} size={13} />
        <span className="truncate text-13 leading-4 font-medium">{shortName(node.entity.name)}</span>
        <span className="ml-auto">{state && <StateGlyph state={state} label={state === "failed" && facts?.failingTests ? `${facts.failingTests} failing tests` : undefined} />}</span>
      </span>
      {!data.isCompact && <span className="flex text-11 text-ink-3"><span className="truncate">{about}</span>{rows.hidden > 0 && <span className="ml-auto pl-1">{rows.shown.length}/{rows.shown.length + rows.hidden}</span>}</span>}
    </button>
  );
}

function Row({ column, data }: { column: string; data: NodeData }): ReactNode {
  const change = data.changes[column];
  const isChosen = data.column === column && (data.isSubject || data.isSelected);
  return (
    <li>
      <button
        type="button"
        tabIndex={-1}
        title={column}
        onClick={() => data.select(data.node.id, column)}
        className={cn("nodrag flex h-5 w-full items-center gap-1.5 px-2.5 font-mono text-11 hover:bg-sunken", isChosen && "bg-accent-bg",
          change === "removed" && "bg-fail-bg text-fail line-through", change === "added" && "bg-ok-bg text-ok", change === "changed" && "bg-late-bg text-late",
          data.node.columns.length > 0 && !data.node.columns.includes(column) && "text-ink-3")}
      >
        {change && <StateGlyph state={change} size={11} />}
        <span className="truncate">{column}</span>
      </button>
    </li>
  );
}

function Foot({ data, isBad }: { data: NodeData; isBad: boolean }): ReactNode {
  const [job, ...others] = data.node.jobs;
  const run = data.writer?.lastRun;
  const threat = isBad ? null : data.writer?.threat;
  // Of a run that is awaited the next one counts, not how the one of yesterday ended.
  const [at, state]: [string | null | undefined, State | null] = threat ? [data.writer?.dueAt, threat === "late" ? "late" : "dueLater"] : [run?.at, run ? runState(run.state) : null];
  return (
    <div className={cn("flex h-6 items-center gap-1.5 rounded-b-md border-t border-line bg-bg px-2.5 text-11 text-ink-3", isBad && "bg-fail-bg text-fail", threat === "late" && "bg-late-bg text-late")} title={job}>
      <ListVideo aria-label="written by" role="img" className="size-3 shrink-0" />
      <span className="truncate">{shortName(job ?? "")}{others.length > 0 && ` +${others.length}`}</span>
      {state && <span className="ml-auto flex items-center gap-1 pl-1" title={threat ? "due, by the rhythm of its runs" : undefined}>{at && formatClock(new Date(at), ZONE)}<StateGlyph state={state} size={12} /></span>}
    </div>
  );
}
