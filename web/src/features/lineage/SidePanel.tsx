import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FlaskConical, History, X } from "lucide-react";
import type { ReactNode } from "react";
import { asset, dataset } from "@/api/questions";
import type { Asset } from "@/api/schema";
import { Answer, SkeletonRows } from "@/components/Panel";
import { Button } from "@/components/ui/button";
import { Tab, TabPanel, Tabs, TabsList } from "@/components/ui/tabs";
import { writeChange } from "@/lib/changeText";
import { type NodeId, nameInSchema, ownerName } from "@/lib/entity";
import type { LineageGraph } from "@/lib/lineageGraph";
import { ColumnFacts } from "./ColumnFacts";
import { ColumnsTab, FacetsTab, RunsTab, SqlTab, TestsTab, VersionsTab } from "./panelTabs";
import type { LineageSearch } from "./search";
import type { Subject } from "./subject";

interface Props {
  readonly id: NodeId;
  readonly column: string | null;
  readonly subject: Subject;
  readonly search: LineageSearch;
  readonly graph: LineageGraph | null;
  readonly change: (change: Partial<LineageSearch>) => void;
}

/** What is known of the chosen node, beside the graph and never over it. */
export function SidePanel({ id, column, subject, search, graph, change }: Props): ReactNode {
  const name = id.replace(/^\w+:/, "");
  const isDataset = id.startsWith("dataset:");
  const known = useQuery({ ...asset(name), enabled: isDataset });
  const owners = known.data?.owners.map(ownerName).join(", ");
  return (
    <aside aria-label={`Details of ${name}`} className="flex w-75 shrink-0 flex-col overflow-hidden border-l border-line bg-surface min-[1700px]:w-100">
      <header className="border-b border-line px-3 py-2">
        <div className="flex items-start">
          <h2 className="min-w-0 text-15 font-semibold break-words">{column ?? nameInSchema(name)}</h2>
          <Button variant="ghost" size="icon" className="ml-auto" aria-label="Close the details" onClick={() => change({ sel: undefined })}><X /></Button>
        </div>
        <p className="text-12 break-words text-ink-3">{column ? `column of ${name}` : name}</p>
        {!column && <p className="mt-1 text-12 text-ink-2">{[known.data?.type, known.data?.tier && `tier ${known.data.tier}`, owners].filter(Boolean).join(" · ")}</p>}
        {!column && known.data?.description && <p className="mt-1 text-12 text-ink-2">{known.data.description}</p>}
        <Actions id={id} column={column} subject={subject} change={change} known={known.data} />
      </header>
      {isDataset && <DatasetTabs name={name} column={column} asOf={subject.asOf} search={search} change={change} graph={graph} owners={known.data?.owners ?? []} />}
    </aside>
  );
}

/** What one does next with it. */
function Actions({ id, column, subject, change, known }: Pick<Props, "id" | "column" | "subject" | "change"> & { known: Asset | undefined }): ReactNode {
  const isDataset = id.startsWith("dataset:");
  const isSubject = id === subjectId(subject);
  const entity = id.replace(/^dataset:/, "");
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {isDataset && <Button asChild variant="primary"><Link to="/simulator" search={{ entity, change: column ? [writeChange({ kind: "drop", column, value: "" })] : undefined }}><FlaskConical aria-hidden />{column ? "Simulate its drop" : "Simulate a change"}</Link></Button>}
      <Button asChild><Link to="/time-machine" search={{ entity, at: subject.asOf }}><History aria-hidden />Investigate</Link></Button>
      {known && <Button asChild><Link to="/datasets/$namespace/$name" params={{ namespace: known.namespace, name: known.name }}>Open</Link></Button>}
      {!isSubject && <Button onClick={() => change({ to: id })}>Path to it</Button>}
      {isDataset && column && column !== subject.column && isSubject && <Button onClick={() => change({ level: "column", column, sel: undefined })}>Follow this column</Button>}
    </div>
  );
}

function subjectId(subject: Subject): string {
  return `${subject.entity.kind}:${subject.entity.namespace}/${subject.entity.name}`;
}

interface TabsProps extends Pick<Props, "column" | "search" | "change" | "graph"> {
  readonly name: string;
  readonly asOf: string | undefined;
  readonly owners: readonly string[];
}

function DatasetTabs({ name, column, asOf, search, change, graph, owners }: TabsProps): ReactNode {
  const detail = useQuery(dataset(name));
  const tabs = [
    ...(column ? [{ value: "column", title: "Column", body: null }] : []),
    { value: "columns", title: "Schema", body: ColumnsTab },
    { value: "versions", title: "Versions", body: VersionsTab },
    { value: "runs", title: "Runs", body: RunsTab },
    { value: "sql", title: "SQL", body: SqlTab },
    { value: "tests", title: "Tests", body: TestsTab },
    { value: "facets", title: "Facets", body: FacetsTab },
  ];
  const first = column ? "column" : "columns";
  const tab = tabs.some((one) => one.value === search.tab) ? search.tab : first;
  return (
    <Tabs value={tab} onValueChange={(value) => change({ tab: value === first ? undefined : value })} className="flex min-h-0 flex-1 flex-col">
      <TabsList className="shrink-0 border-b border-line px-3">{tabs.map((one) => <Tab key={one.value} value={one.value}>{one.title}</Tab>)}</TabsList>
      {tabs.map(({ value, body: Body, title }) => (
        <TabPanel key={value} value={value} className="min-h-0 flex-1 overflow-auto">
          <Answer query={detail} failed={`${title} of ${name} could not be loaded.`} loading={<SkeletonRows rows={8} />}>
            {(data) => Body ? <Body detail={data} asOf={asOf} column={column} /> : column && <ColumnFacts detail={data} asOf={asOf} column={column} graph={graph} target={search.to} owners={owners} />}
          </Answer>
        </TabPanel>
      ))}
    </Tabs>
  );
}
