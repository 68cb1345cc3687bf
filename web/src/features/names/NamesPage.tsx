import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Tab, TabPanel, Tabs, TabsList } from "@/components/ui/tabs";
import { AliasesTab } from "./AliasesTab";
import { OrphansTab } from "./OrphansTab";
import { type NamesSearch, type NamesTab, TABS, readNamesSearch } from "./search";

const TITLES: Record<NamesTab, string> = { aliases: "Likely aliases", orphans: "Orphans" };
const BODIES: Record<NamesTab, ReactNode> = { aliases: <AliasesTab />, orphans: <OrphansTab /> };

/** Which names are one place? What tools call differently meets here. */
export function NamesPage({ search }: { search: NamesSearch }): ReactNode {
  const navigate = useNavigate();
  const view = (tab: string): void => void navigate({ to: "/names", search: readNamesSearch({ tab }), replace: true });
  return (
    <Tabs value={search.tab ?? "aliases"} onValueChange={view} className="flex h-full flex-col">
      <h1 className="sr-only">Names</h1>
      <TabsList aria-label="Names" className="shrink-0 border-b border-line bg-surface px-5">{TABS.map((tab) => <Tab key={tab} value={tab}>{TITLES[tab]}</Tab>)}</TabsList>
      {TABS.map((tab) => <TabPanel key={tab} value={tab} className="flex min-h-0 flex-1 flex-col data-[state=inactive]:hidden">{BODIES[tab]}</TabPanel>)}
    </Tabs>
  );
}
