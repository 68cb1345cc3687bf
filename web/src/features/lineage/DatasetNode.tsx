import type { Node, NodeProps } from "@xyflow/react";
import { ListVideo } from "lucide-react";
import { type ReactNode, memo } from "react";
import { KindGlyph } from "@/components/KindGlyph";
import { type State, StateGlyph, runState } from "@/components/StateGlyph";
import { ZONE } from "@/components/Time";
import { cn } from "@/lib/classes";
import { type NodeId, firstOwner, schemaOf, shortName } from "@/lib/entity";
import { formatClock } from "@/lib/format";
import type { Beyond, Way } from "@/lib/growth";
import type { GraphNode } from "@/lib/lineageGraph";
import type { Rows } from "./drawing";
import { Ends } from "./Ends";
import { GrowButton, ShrinkButton } from "./GrowButton";
import { type NodeFacts, hasFailed, nodeState } from "./nodeFacts";
import type { LineageSearch } from "./search";
import { useNearness } from "./useNearness";

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
  /** Columns that hold personal data. */
  readonly personal: ReadonlySet<string>;
  /** How many more there are each way than are drawn. */
  readonly more: Beyond | null;
  /** The ways that more is drawn than the hops say. */
  readonly grown: readonly Way[];
  readonly select: (id: NodeId, column?: string) => void;
  readonly toggle: (id: NodeId) => void;
  readonly grow: (id: NodeId, way: Way, isAll: boolean) => void;
  readonly shrink: (id: NodeId, way: Way) => void;
  readonly changeView: (change: Partial<LineageSearch>) => void;
}

const WAYS: readonly Way[] = ["up", "down"];

export type DatasetFlowNode = Node<NodeData, "dataset">;

/** A dataset with the rows that are open, and below them the job that writes it. */
export const DatasetNode = memo(function DatasetNode({ data }: NodeProps<DatasetFlowNode>): ReactNode {
  const { node, rows, facts, writer } = data;
  const isBad = hasFailed(writer?.lastRun ?? null);
  const threat = writer?.threat;
  const state = data.change ?? nodeState(facts, writer);
  const nearness = useNearness();
  if (nearness === "far") return <FarNode data={data} isBad={isBad} />;
  const isNear = nearness === "near";
  return (
    <div
      className={cn("group relative w-[192px] overflow-visible rounded-md border border-line-2 bg-surface text-ink transition-opacity duration-(--dur)",
        isBad && "border-fail", !isBad && threat === "atRisk" && "border-dashed border-late", data.isSelected && "border-accent shadow-[0_0_0_1px_var(--accent)]", data.isDimmed && "opacity-40")}
    >
      <Ends />
      <Head data={data} state={state} isBad={isBad} isNear={isNear} />
      {isNear && rows.shown.length > 0 && (
        <ul className="border-t border-line py-1">
          {rows.shown.map((column) => <Row key={column} column={column} data={data} />)}
          {rows.hidden > 0 && <li><button type="button" className="nodrag h-5 px-2.5 text-11 text-accent hover:underline" onClick={() => data.toggle(node.id)}>{rows.hidden} more</button></li>}
        </ul>
      )}
      {isNear && !data.isCompact && node.jobs.length > 0 && <Foot data={data} isBad={isBad} />}
      {WAYS.map((way) => data.more?.[way] ? <GrowButton key={way} id={node.id} way={way} count={data.more[way]} isCompact={data.isCompact} grow={data.grow} change={data.changeView} />
        : data.grown.includes(way) && <ShrinkButton key={way} way={way} isCompact={data.isCompact} shrink={() => data.shrink(node.id, way)} />)}
    </div>
  );
});

/** From far a node is a bar in the colour of its state; its name is said, and shown on hover. */
function FarNode({ data, isBad }: { data: NodeData; isBad: boolean }): ReactNode {
  const name = `${data.node.entity.namespace}/${data.node.entity.name}`;
  return (
    <button type="button" id={`node-${data.node.id}`} tabIndex={-1} aria-label={name} title={name} onClick={() => data.select(data.node.id)} className={cn("nodrag block h-full w-[192px] rounded-md border", isBad ? "border-fail bg-fail" : data.writer?.threat ? "border-late bg-late-fill" : "border-line-2 bg-ok-fill", data.isSelected && "border-accent bg-accent", data.isDimmed && "opacity-40")}>
      <Ends />
    </button>
  );
}

function Head({ data, state, isBad, isNear }: { data: NodeData; state: State | null; isBad: boolean; isNear: boolean }): ReactNode {
  const { node, facts, rows } = data;
  // From further away the name alone has the room of two lines, so that it can still be read.
  const isLarge = !isNear && !data.isCompact;
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
      <Title data={data} state={state} isLarge={isLarge} />
      {!data.isCompact && !isLarge && <span className="flex text-11 text-ink-3"><span className="truncate">{about}</span>{rows.hidden > 0 && <span className="ml-auto pl-1">{rows.shown.length}/{rows.shown.length + rows.hidden}</span>}</span>}
    </button>
  );
}

function Title({ data: { node, facts, isCompact }, state, isLarge }: { data: NodeData; state: State | null; isLarge: boolean }): ReactNode {
  const label = state === "failed" && facts?.failingTests ? `${facts.failingTests} failing tests` : undefined;
  return (
    <span className={cn("flex items-center gap-1.5", isCompact ? "pt-[5px]" : !isLarge && "pt-1.5")}>
      <KindGlyph kind={node.entity.kind} type={facts?.type} size={isLarge ? 18 : 13} />
      <span className={cn("truncate font-medium", isLarge ? "text-[20px] leading-6" : "text-13 leading-4")}>{shortName(node.entity.name)}</span>
      <span className="ml-auto">{state && <StateGlyph state={state} size={isLarge ? 20 : undefined} label={label} />}</span>
    </span>
  );
}

function Row({ column, data }: { column: string; data: NodeData }): ReactNode {
  const change = data.changes[column];
  const isChosen = data.column === column && (data.isSubject || data.isSelected);
  const isPersonal = data.personal.has(column);
  return (
    <li>
      <button
        type="button"
        tabIndex={-1}
        title={column}
        onClick={() => data.select(data.node.id, column)}
        className={cn("nodrag flex h-5 w-full items-center gap-1.5 px-2.5 font-mono text-11 hover:bg-sunken", isPersonal && "bg-pii-bg hover:bg-pii-bg", isChosen && "bg-accent-bg hover:bg-accent-bg",
          change === "removed" && "bg-fail-bg text-fail line-through", change === "added" && "bg-ok-bg text-ok", change === "changed" && "bg-late-bg text-late",
          data.node.columns.length > 0 && !data.node.columns.includes(column) && "text-ink-3")}
      >
        {change && <StateGlyph state={change} size={11} />}
        {isPersonal && <span className="rounded-xs border border-pii-line px-0.5 font-sans text-11 leading-3 text-pii">PII</span>}
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
