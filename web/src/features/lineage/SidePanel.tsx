import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { asset, dataset } from "@/api/questions";
import { Answer, SkeletonRows } from "@/components/Panel";
import { Button } from "@/components/ui/button";
import { Tab, TabPanel, Tabs, TabsList } from "@/components/ui/tabs";
import { writeChange } from "@/lib/changeText";
import { type NodeId, nameInSchema, ownerName } from "@/lib/entity";
import { ColumnsTab, FacetsTab, RunsTab, SqlTab, TestsTab, VersionsTab } from "./panelTabs";
import type { LineageSearch } from "./search";
import type { Subject } from "./subject";

interface Props {
  readonly id: NodeId;
  readonly column: string | null;
  readonly subject: Subject;
  readonly search: LineageSearch;
  readonly change: (change: Partial<LineageSearch>) => void;
}

/** What is known of the chosen node, beside the graph and never over it. */
export function SidePanel({ id, column, subject, search, change }: Props): ReactNode {
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
        <p className="mt-1 text-12 text-ink-2">{[known.data?.type, known.data?.tier && `tier ${known.data.tier}`, owners].filter(Boolean).join(" · ")}</p>
        {known.data?.description && <p className="mt-1 text-12 text-ink-2">{known.data.description}</p>}
        <div className="mt-2 flex flex-wrap gap-2">
          {known.data && <Button asChild><Link to="/datasets/$namespace/$name" params={{ namespace: known.data.namespace, name: known.data.name }}>Open</Link></Button>}
          {isDataset && <Button asChild><Link to="/simulator" search={{ entity: name, change: column ? [writeChange({ kind: "drop", column, value: "" })] : undefined }}>Simulate</Link></Button>}
          <Button asChild><Link to="/time-machine" search={{ entity: isDataset ? name : id, at: subject.asOf }}>Investigate</Link></Button>
          {id !== subjectId(subject) && <Button onClick={() => change({ to: id })}>Path to it</Button>}
          {isDataset && column && <Button onClick={() => change({ level: "column", column, sel: undefined })} disabled={id !== subjectId(subject)}>Follow this column</Button>}
        </div>
      </header>
      {isDataset && <DatasetTabs name={name} column={column} asOf={subject.asOf} search={search} change={change} />}
    </aside>
  );
}

function subjectId(subject: Subject): string {
  return `${subject.entity.kind}:${subject.entity.namespace}/${subject.entity.name}`;
}

function DatasetTabs({ name, column, asOf, search, change }: { name: string; column: string | null; asOf: string | undefined; search: LineageSearch; change: Props["change"] }): ReactNode {
  const detail = useQuery(dataset(name));
  const tabs = [
    { value: "columns", title: "Schema", body: ColumnsTab },
    { value: "versions", title: "Versions", body: VersionsTab },
    { value: "runs", title: "Runs", body: RunsTab },
    { value: "sql", title: "SQL", body: SqlTab },
    { value: "tests", title: "Tests", body: TestsTab },
    { value: "facets", title: "Facets", body: FacetsTab },
  ];
  const tab = tabs.some((one) => one.value === search.tab) ? search.tab : "columns";
  return (
    <Tabs value={tab} onValueChange={(value) => change({ tab: value === "columns" ? undefined : value })} className="flex min-h-0 flex-1 flex-col">
      <TabsList className="shrink-0 border-b border-line px-3">{tabs.map((one) => <Tab key={one.value} value={one.value}>{one.title}</Tab>)}</TabsList>
      {tabs.map(({ value, body: Body, title }) => (
        <TabPanel key={value} value={value} className="min-h-0 flex-1 overflow-auto">
          <Answer query={detail} failed={`${title} of ${name} could not be loaded.`} loading={<SkeletonRows rows={8} />}>
            {(data) => <Body detail={data} asOf={asOf} column={column} />}
          </Answer>
        </TabPanel>
      ))}
    </Tabs>
  );
}
