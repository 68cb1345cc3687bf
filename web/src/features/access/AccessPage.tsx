import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Tab, TabPanel, Tabs, TabsList } from "@/components/ui/tabs";
import { AuditTab } from "./AuditTab";
import { GrantsTab } from "./GrantsTab";
import { KeysTab } from "./KeysTab";
import { RequestsTab } from "./RequestsTab";
import { type AccessSearch, type AccessTab, TABS, readAccessSearch } from "./search";

const TITLES: Record<AccessTab, string> = { keys: "API keys", requests: "Requests", grants: "Given access", audit: "Audit log" };

/** Who may see and send what, and who did. */
export function AccessPage({ search }: { search: AccessSearch }): ReactNode {
  const navigate = useNavigate();
  const view = (next: AccessSearch): void => void navigate({ to: "/access", search: readAccessSearch({ ...next }), replace: true });
  const showAll = (isAll: boolean): void => view({ ...search, all: isAll ? 1 : 0 });
  const bodies: Record<AccessTab, ReactNode> = {
    keys: <KeysTab />,
    requests: <RequestsTab isAll={search.all === 1} showAll={showAll} />,
    grants: <GrantsTab />,
    audit: <AuditTab isAll={search.all === 1} showAll={showAll} />,
  };
  return (
    <Tabs value={search.tab ?? "keys"} onValueChange={(tab) => view({ tab: tab as AccessTab })} className="flex h-full flex-col">
      <h1 className="sr-only">Access</h1>
      <TabsList aria-label="Access" className="shrink-0 border-b border-line bg-surface px-5">{TABS.map((tab) => <Tab key={tab} value={tab}>{TITLES[tab]}</Tab>)}</TabsList>
      {TABS.map((tab) => <TabPanel key={tab} value={tab} className="flex min-h-0 flex-1 flex-col data-[state=inactive]:hidden">{bodies[tab]}</TabPanel>)}
    </Tabs>
  );
}
