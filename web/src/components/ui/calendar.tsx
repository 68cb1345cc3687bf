import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { DayPicker } from "react-day-picker";

const BUTTON = "grid size-7 place-items-center rounded-md text-ink-2 hover:bg-sunken disabled:opacity-40";

const NAMED = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** A month of days, of which one is chosen; arrow keys move, Enter chooses. */
export function Calendar({ day, choose, last }: { day: Date | undefined; choose: (day: Date) => void; last?: Date }): ReactNode {
  return (
    <DayPicker
      mode="single" required weekStartsOn={1} selected={day} defaultMonth={day} onSelect={choose} disabled={last && { after: last }} showOutsideDays fixedWeeks
      // The number that is seen is a word of the name that is read aloud.
      labels={{ labelDayButton: (date) => NAMED.format(date) }}
      components={{ Chevron: ({ orientation }) => (orientation === "left" ? <ChevronLeft aria-hidden className="size-4" /> : <ChevronRight aria-hidden className="size-4" />) }}
      classNames={{
        root: "relative", months: "grid", month: "grid gap-1", month_caption: "flex h-7 items-center justify-center font-medium", nav: "absolute inset-x-0 top-0 flex justify-between",
        button_previous: BUTTON, button_next: BUTTON, month_grid: "w-full border-collapse", weekday: "h-7 text-11 font-normal text-ink-3", day: "p-0 text-center",
        day_button: "mx-auto grid h-7 w-9 place-items-center rounded-md text-13 hover:bg-sunken disabled:opacity-40 disabled:hover:bg-transparent",
        selected: "[&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent", today: "font-semibold", outside: "text-ink-3",
      }}
    />
  );
}
