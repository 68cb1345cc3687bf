import { Columns3 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";

type Hidden = Readonly<Record<string, boolean>>;

/** Which columns of a list are left out, remembered by the name of the list. */
export function useHiddenColumns(list: string): [Hidden, (id: string) => void] {
  const place = `columns:${list}`;
  const [hidden, setHidden] = useState<Hidden>(() => read(localStorage.getItem(place)));
  const toggle = (id: string): void => {
    const next = { ...hidden, [id]: !hidden[id] };
    localStorage.setItem(place, JSON.stringify(next));
    setHidden(next);
  };
  return [hidden, toggle];
}

function read(text: string | null): Hidden {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    return typeof found === "object" && found !== null ? (found as Hidden) : {};
  } catch {
    return {};
  }
}

export function ColumnPicker({ columns, hidden, toggle }: { columns: readonly { readonly id: string; readonly name: string }[]; hidden: Hidden; toggle: (id: string) => void }): ReactNode {
  return (
    <Popover>
      <PopoverTrigger asChild><Button aria-label="Columns"><Columns3 aria-hidden /></Button></PopoverTrigger>
      <PopoverContent label="Columns" align="end" className="w-48 p-2">
        {columns.map(({ id, name }) => (
          <label key={id} className="flex h-7 items-center gap-2 px-1 text-12">
            <input type="checkbox" checked={!hidden[id]} onChange={() => toggle(id)} className="accent-(--accent)" />{name}
          </label>
        ))}
      </PopoverContent>
    </Popover>
  );
}
