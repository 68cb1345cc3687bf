import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { dataset } from "@/api/questions";
import { Answer, Boundary, SkeletonRows } from "@/components/Panel";
import { StateGlyph } from "@/components/StateGlyph";
import { Tab, TabPanel, Tabs, TabsList } from "@/components/ui/tabs";
import { ColumnsTab } from "./ColumnsTab";
import { DatasetHead } from "./DatasetHead";
import { EdgesTab } from "./EdgesTab";
import { FacetsTab } from "./FacetsTab";
import { Neighbours } from "./Neighbours";
import { QueriesTab } from "./QueriesTab";
import { RunsTab, SqlTab } from "./WriterTabs";
import { TestsTab } from "./TestsTab";
import { VersionsTab } from "./VersionsTab";
import { type DatasetSearch, TABS } from "./search";
import { useCounts } from "./useCounts";

interface Props {
  readonly namespace: string;
  readonly name: string;
  readonly search: DatasetSearch;
}

const TITLES = { columns: "Columns", versions: "Versions", runs: "Runs", tests: "Tests", queries: "Queries", sql: "SQL", edges: "Edges", facets: "Facets" };
const BODIES = { columns: ColumnsTab, versions: VersionsTab, runs: RunsTab, tests: TestsTab, queries: QueriesTab, sql: SqlTab, edges: EdgesTab, facets: FacetsTab };

/** Everything about one dataset: is it fresh and right, who uses it, what changed? */
export function DatasetPage({ namespace, name, search }: Props): ReactNode {
  const whole = `${namespace}/${name}`;
  const detail = useQuery(dataset(whole));
  const navigate = useNavigate();
  const counts = useCounts(whole, detail.data);
  const change = (next: DatasetSearch): void => void navigate({ to: ".", replace: true, search: (before: Record<string, unknown>) => ({ asOf: before.asOf, ...next }) as DatasetSearch });
  const tab = search.tab ?? "columns";
  return (
    <Tabs value={tab} onValueChange={(value) => change({ tab: value === "columns" ? undefined : (value as DatasetSearch["tab"]) })}>
      <div className="border-b border-line bg-surface px-5 pt-3">
        <DatasetHead namespace={namespace} name={name} detail={detail.data} />
        <TabsList className="mt-1" aria-label="About this dataset">
          {TABS.map((one) => <Tab key={one} value={one}>{TITLES[one]} {counts[one]?.count}{counts[one]?.isBad && <span className="ml-1.5 inline-block align-[-2px]"><StateGlyph state="failed" /></span>}</Tab>)}
        </TabsList>
      </div>
      <div className="mx-auto grid max-w-[1720px] gap-3 p-5">
        <Boundary what="Lineage"><Neighbours namespace={namespace} name={name} /></Boundary>
        {TABS.map((one) => {
          const Body = BODIES[one];
          return (
            <TabPanel key={one} value={one}>
              <Boundary what={TITLES[one]}>
                <Answer query={detail} failed={`${TITLES[one]} of ${name} could not be loaded.`} loading={<div className="rounded-lg border border-line bg-surface"><SkeletonRows rows={8} /></div>}>
                  {(data) => <Body name={whole} detail={data} search={search} change={change} />}
                </Answer>
              </Boundary>
            </TabPanel>
          );
        })}
      </div>
    </Tabs>
  );
}
