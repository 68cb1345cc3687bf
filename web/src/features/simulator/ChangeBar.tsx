import { Plus } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { CodeEditor } from "@/components/CodeEditor";
import { EntityPicker } from "@/components/EntityPicker";
import { Button } from "@/components/ui/button";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { type DraftChange, FIRST, readChanges, writeChange } from "@/lib/changeText";
import { ChangeFields } from "./ChangeFields";
import { requestOf } from "./draft";
import type { Mode, SimulatorSearch } from "./search";

interface Props {
  readonly draft: SimulatorSearch;
  readonly change: (next: Partial<SimulatorSearch>) => void;
  readonly simulate: () => void;
  readonly isRunning: boolean;
  readonly note: ReactNode;
}

const MODES: readonly { value: Mode; label: string }[] = [{ value: "change", label: "Change" }, { value: "ddl", label: "DDL" }, { value: "model", label: "Model" }];
const HINTS = { ddl: "alter table … drop column …", model: "The new SELECT of the view or job that makes this dataset" };

/** What is to change: chosen, or pasted as DDL or as a new model. */
export function ChangeBar({ draft, change, simulate, isRunning, note }: Props): ReactNode {
  const mode = draft.mode ?? "change";
  const changes = readChanges(draft.change);
  const write = (next: readonly DraftChange[]): void => change({ change: next.map(writeChange) });
  const isReady = requestOf(draft) !== null && !isRunning;
  useSimulateKey(isReady, simulate);
  return (
    <div className="grid gap-2 border-b border-line bg-surface px-5 py-2.5">
      <div className="flex flex-wrap items-start gap-2">
        <ToggleGroup label="How the change is given" value={mode} choices={MODES} onChange={(next) => change({ mode: next })} />
        <EntityPicker kind="dataset" value={draft.entity} onPick={(entity) => change({ entity })} />
        {mode === "change" && (
          <div className="grid gap-2">
            {changes.map((one, index) => (
              <ChangeFields key={index} entity={draft.entity} change={one} onChange={(next) => write(changes.with(index, next))} remove={changes.length > 1 ? () => write(changes.toSpliced(index, 1)) : null} />
            ))}
          </div>
        )}
        {mode === "change" && <Button onClick={() => write([...changes, FIRST])}><Plus aria-hidden />Add change</Button>}
        <Button variant="primary" disabled={!isReady} onClick={simulate} title="Ctrl-Enter">{isRunning ? "Simulating…" : "Simulate"}</Button>
        <span className="ml-auto self-center text-12 text-ink-3" aria-live="polite">{note}</span>
      </div>
      {mode !== "change" && (
        <CodeEditor key={mode} label={mode === "ddl" ? "DDL" : "Model"} language="sql" placeholder={HINTS[mode]} value={draft[mode] ?? ""} onChange={(text) => change({ [mode]: text })} />
      )}
    </div>
  );
}

function useSimulateKey(isReady: boolean, simulate: () => void): void {
  const latest = useRef({ isReady, simulate });
  useEffect(() => {
    latest.current = { isReady, simulate };
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && latest.current.isReady) latest.current.simulate();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
