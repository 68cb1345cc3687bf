import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { dataset } from "@/api/questions";
import { EntityPicker } from "@/components/EntityPicker";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { useDeclare } from "./declare";

const WAYS = [{ value: "reads" as const, label: "It reads" }, { value: "feeds" as const, label: "It feeds" }];
const FIELD = "h-7 w-full rounded-md border border-ctl bg-surface px-2 font-mono text-12";

/** What no event tells: that this dataset, or a column of it, feeds another. */
export function DeclareEdge({ name, columns }: { name: string; columns: readonly string[] }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild><Button><Plus aria-hidden />Declare an edge</Button></PopoverTrigger>
      <PopoverContent label="Declare an edge" align="end" className="w-96 p-3"><Form name={name} columns={columns} close={() => setOpen(false)} /></PopoverContent>
    </Popover>
  );
}

function Form({ name, columns, close }: { name: string; columns: readonly string[]; close: () => void }): ReactNode {
  const declare = useDeclare();
  const [way, setWay] = useState<"reads" | "feeds">("reads");
  const [other, setOther] = useState<string | undefined>(undefined);
  const [own, setOwn] = useState("");
  const [theirs, setTheirs] = useState("");
  const [how, setHow] = useState("");
  const found = useQuery({ ...dataset(other ?? ""), enabled: other !== undefined, placeholderData: undefined });
  const others = found.data?.columns.filter((one) => one.in_schema).map((one) => one.name) ?? [];
  // A column on one end alone says nothing about values.
  const isHalf = (own === "") !== (theirs === "");
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!other || isHalf) return;
    const [here, there] = [{ asset: name, column: own || null }, { asset: other, column: theirs || null }];
    const [source, target] = way === "reads" ? [there, here] : [here, there];
    declare.mutate({ removed: false, edge: { source: source.asset, target: target.asset, sourceColumn: source.column, targetColumn: target.column, transformation: how.trim() || null } });
    close();
  };
  return (
    <form onSubmit={save} className="grid gap-2 text-12">
      <div className="flex flex-wrap items-center gap-2"><ToggleGroup label="Direction" value={way} choices={WAYS} onChange={setWay} /><EntityPicker kind="dataset" value={other} onPick={(next) => { setOther(next); setTheirs(""); }} /></div>
      <Column label="Column here" value={own} columns={columns} onPick={setOwn} />
      <Column label="Column there" value={theirs} columns={others} onPick={setTheirs} />
      <label className="grid gap-1"><span className="text-ink-3">How, as SQL or in words</span><input value={how} onChange={(event) => setHow(event.target.value)} className={FIELD} /></label>
      {isHalf && <p className="text-ink-3">A column here goes with a column there; leave both open to speak of the whole datasets.</p>}
      <Button type="submit" variant="primary" disabled={!other || isHalf || declare.isPending}>Declare</Button>
    </form>
  );
}

function Column({ label, value, columns, onPick }: { label: string; value: string; columns: readonly string[]; onPick: (column: string) => void }): ReactNode {
  return (
    <label className="grid gap-1"><span className="text-ink-3">{label}</span>
      <select value={value} onChange={(event) => onPick(event.target.value)} className={FIELD}><option value="">the whole dataset</option>{columns.map((one) => <option key={one}>{one}</option>)}</select>
    </label>
  );
}
