import { ChartNoAxesColumn, ChartNoAxesGantt, FlaskConical, History, House, Inbox, KeyRound, Merge, Plug, ShieldCheck, SquareTerminal, Table2, TriangleAlert, UsersRound, Waypoints, Workflow } from "lucide-react";
import type { LucideIcon } from "lucide-react";

interface Place {
  readonly to: "/" | "/lineage" | "/incidents" | "/time-machine" | "/simulator" | "/compliance" | "/pipelines" | "/queries" | "/traces" | "/events" | "/search" | "/map" | "/names" | "/teams" | "/connectors" | "/access";
  readonly name: string;
  readonly icon: LucideIcon;
}

/** The pages of the app, in the order of the navigation. */
export const PLACES: readonly Place[] = [
  { to: "/", name: "Home", icon: House },
  { to: "/lineage", name: "Lineage", icon: Workflow },
  { to: "/incidents", name: "Incidents", icon: TriangleAlert },
  { to: "/time-machine", name: "Time Machine", icon: History },
  { to: "/simulator", name: "Simulator", icon: FlaskConical },
  { to: "/pipelines", name: "Pipelines", icon: ChartNoAxesColumn },
  { to: "/search", name: "Datasets", icon: Table2 },
  { to: "/map", name: "Map", icon: Waypoints },
  { to: "/names", name: "Names", icon: Merge },
  { to: "/compliance", name: "Compliance", icon: ShieldCheck },
  { to: "/queries", name: "Queries", icon: SquareTerminal },
  { to: "/traces", name: "Traces", icon: ChartNoAxesGantt },
  { to: "/events", name: "Events", icon: Inbox },
  { to: "/teams", name: "Teams", icon: UsersRound },
  { to: "/connectors", name: "Connectors", icon: Plug },
  { to: "/access", name: "Access", icon: KeyRound },
];
