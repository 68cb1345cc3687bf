import { useMatches } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Toasts } from "@/components/Toasts";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/classes";
import { AsOf } from "./AsOf";
import { Breadcrumb } from "./Breadcrumb";
import { Freshness } from "./Freshness";
import { KeyHelp } from "./KeyHelp";
import { NarrowNav, Nav } from "./Nav";
import { Palette } from "./Palette";
import { Person } from "./Person";
import { useShortcuts } from "./shortcuts";

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }): ReactNode {
  const [isSearching, setSearching] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const [isPickingTime, setPickingTime] = useState(false);
  const matches = useMatches();
  // Home begins with a search of its own.
  const hasSearch = !matches.some((match) => match.routeId === "/");
  const isCanvas = matches.some((match) => match.routeId === "/lineage/$kind/$namespace/$name" || match.routeId === "/map");
  // Until one has chosen, a page that is a canvas gets the room.
  const [chosenRail, setRail] = useState(() => localStorage.getItem("nav"));
  const isRail = chosenRail === null ? isCanvas : chosenRail === "rail";
  const fold = (): void => {
    const next = isRail ? "wide" : "rail";
    localStorage.setItem("nav", next);
    setRail(next);
  };
  useShortcuts({ search: () => setSearching(true), pickTime: () => setPickingTime(true), fold, help: () => setHelping(true) });
  return (
    <div className="flex h-screen overflow-hidden">
      <a href="#page" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-surface focus:p-2">Skip to the page</a>
      <Nav isRail={isRail} />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line bg-surface px-4 max-sm:px-2">
          <NarrowNav />
          <Breadcrumb />
          <div className="ml-auto flex items-center gap-2">
            <Button className={cn("w-72 justify-start font-normal text-ink-3 max-[1100px]:w-auto", !hasSearch && "sm:hidden")} onClick={() => setSearching(true)}>
              <Search />
              <span className="max-[1100px]:sr-only">Search datasets, columns, jobs</span>
              <kbd className="ml-auto rounded-sm border border-line-2 px-1 font-mono text-11 max-[1100px]:hidden">Ctrl K</kbd>
            </Button>
            <div className="flex items-center gap-2 max-sm:hidden"><AsOf isOpen={isPickingTime} onOpen={setPickingTime} /><Freshness /></div>
            <Person />
          </div>
        </header>
        <main id="page" tabIndex={-1} className="min-h-0 flex-1 overflow-auto outline-none">{children}</main>
      </div>
      <KeyHelp isOpen={isHelping} onOpen={setHelping} />
      <Toasts />
      <Palette isOpen={isSearching} onOpen={setSearching} />
    </div>
  );
}
