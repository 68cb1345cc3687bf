import { ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { EntityPicker } from "@/components/EntityPicker";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { EFFECTS, type Effect } from "@/lib/flows";
import { CLASSES, type ComplianceSearch, type Subject } from "./search";

interface Props {
  readonly subject: Subject;
  readonly search: ComplianceSearch;
  /** Another subject is another page of the history, another filter is not. */
  readonly ask: (next: ComplianceSearch) => void;
  readonly view: (next: Partial<ComplianceSearch>) => void;
  readonly action: ReactNode;
}

const KINDS = [{ value: "class" as const, label: "Class" }, { value: "tag" as const, label: "Tag" }, { value: "column" as const, label: "Column" }];
const FIELD = "h-7 rounded-md border border-line-2 bg-surface px-2";

/** "Where does … flow?", as a sentence that one fills in. */
export function SubjectBar({ subject, search, ask, view, action }: Props): ReactNode {
  const choose = (kind: Subject["kind"]): void => ask(kind === "class" ? { class: "restricted" } : kind === "tag" ? {} : { column: "" });
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-5 py-2.5">
      <span className="text-ink-2">Where does</span>
      <ToggleGroup label="What is asked about" value={subject.kind} choices={KINDS} onChange={choose} />
      {subject.kind === "class" && <select aria-label="Class" className={`${FIELD} font-medium`} value={subject.value} onChange={(event) => ask({ class: CLASSES.find((one) => one === event.target.value) })}>{CLASSES.map((one) => <option key={one}>{one}</option>)}</select>}
      {subject.kind === "tag" && <EntityPicker kind="tag" value={subject.value} onPick={(tag) => ask({ tag })} />}
      {subject.kind === "column" && <EntityPicker kind="column" value={subject.value || undefined} onPick={(column) => ask({ column })} />}
      <span className="text-ink-2">flow?</span>
      <label className={`${FIELD} flex items-center gap-1.5 pr-0`}><ListFilter className="size-3.5 text-ink-3" aria-hidden /><input aria-label="Owner, schema or column" placeholder="Owner, schema, column" value={search.text ?? ""} onChange={(event) => view({ text: event.target.value || undefined })} className="h-full w-44 rounded-r-md bg-transparent pr-2" /></label>
      <select aria-label="Effect" className={FIELD} value={search.effect ?? ""} onChange={(event) => view({ effect: (event.target.value || undefined) as Effect | undefined })}><option value="">all effects</option>{EFFECTS.map((one) => <option key={one}>{one}</option>)}</select>
      <div className="ml-auto flex items-center gap-3">{action}</div>
    </div>
  );
}
