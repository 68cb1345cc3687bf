import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Menu, Moon, Sun } from "lucide-react";
import { type ReactNode, useState } from "react";
import { pipelineTotals } from "@/api/operations";
import { incidents } from "@/api/questions";
import { useMoment } from "@/api/useMoment";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { cn } from "@/lib/classes";
import { formatShortCount } from "@/lib/format";
import { PLACES } from "./places";

const ROW = "relative flex h-[30px] items-center gap-2.5 rounded-md px-2 text-ink-2 hover:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0";

/** The places of the app; below 1400 px it is a rail of glyphs. */
export function Nav({ isRail }: { isRail: boolean }): ReactNode {
  const label = cn("truncate", isRail ? "sr-only" : "max-[1399px]:sr-only");
  return (
    <nav aria-label="Pages" className={cn("flex shrink-0 flex-col border-r border-line bg-surface p-2 max-sm:hidden", isRail ? "w-12" : "w-12 min-[1400px]:w-46")}>
      <Link to="/" className="mb-2 flex h-7 items-center gap-2.5 px-2 font-semibold">
        <svg aria-hidden viewBox="0 0 16 16" className="size-4 shrink-0 text-accent" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round"><path d="M3 2.5 8 8m5-5.5L8 8m0 0v5.5" /></svg>
        <span className={label}>Headwater</span>
      </Link>
      {PLACES.map(({ to, name, icon: Icon }) => (
        <Link key={to} to={to} title={name} className={ROW} activeOptions={{ exact: to === "/", includeSearch: false }} activeProps={{ className: "bg-sunken font-medium text-ink [&_svg]:text-accent", "aria-current": "page" }}>
          <Icon strokeWidth={1.6} />
          <span className={label}>{name}</span>
          {to === "/pipelines" && <FailingCount isRail={isRail} />}
          {to === "/incidents" && <OpenCount isRail={isRail} />}
        </Link>
      ))}
      <ThemeSwitch label={label} />
    </nav>
  );
}

/** A count only where it asks for action. */
function FailingCount({ isRail }: { isRail: boolean }): ReactNode {
  const { asOf, isReady } = useMoment();
  const failed = useQuery({ ...pipelineTotals(asOf), enabled: isReady }).data?.totals.failed;
  if (!failed) return null;
  return <Count count={failed} says="failing" isRail={isRail} />;
}

/** A number only where it asks for action. */
function OpenCount({ isRail }: { isRail: boolean }): ReactNode {
  const open = useQuery(incidents({ state: "open", limit: 1 })).data?.total ?? 0;
  return open > 0 && <Count count={open} says="open" isRail={isRail} />;
}

const ON_GLYPH = "absolute top-0 right-0 rounded-sm bg-surface px-0.5 text-11 leading-3";
const ON_GLYPH_WHERE_NARROW = "max-[1399px]:absolute max-[1399px]:top-0 max-[1399px]:right-0 max-[1399px]:rounded-sm max-[1399px]:bg-surface max-[1399px]:px-0.5 max-[1399px]:text-11 max-[1399px]:leading-3";

function Count({ count, says, isRail }: { count: number; says: string; isRail: boolean }): ReactNode {
  return <span className={cn("text-fail font-medium", isRail ? ON_GLYPH : `ml-auto text-12 ${ON_GLYPH_WHERE_NARROW}`)}>{formatShortCount(count)}<span className="sr-only"> {says}</span></span>;
}

/** The same places behind the mark, where there is no room for them. */
export function NarrowNav(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger aria-label="Pages" className="grid size-9 shrink-0 place-items-center rounded-md hover:bg-sunken sm:hidden"><Menu className="size-4" aria-hidden /></PopoverTrigger>
      <PopoverContent label="Pages" align="start" className="w-60 p-2">
        {PLACES.map(({ to, name, icon: Icon }) => <Link key={to} to={to} onClick={() => setOpen(false)} className={cn(ROW, "h-11")}><Icon strokeWidth={1.6} aria-hidden />{name}</Link>)}
      </PopoverContent>
    </Popover>
  );
}

function ThemeSwitch({ label }: { label: string }): ReactNode {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? "light");
  const next = theme === "dark" ? "light" : "dark";
  const change = (): void => {
    document.documentElement.dataset.theme = next;
    localStorage.setItem("theme", next);
    setTheme(next);
  };
  const Icon = next === "dark" ? Moon : Sun;
  return (
    <button type="button" onClick={change} title={`Use the ${next} theme`} className={cn(ROW, "mt-auto")}>
      <Icon strokeWidth={1.6} aria-hidden />
      <span className={label}>Use the {next} theme</span>
    </button>
  );
}
