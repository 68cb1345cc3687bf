import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { ArrowRight } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { SearchResult } from "@/api/schema";
import { KindGlyph } from "@/components/KindGlyph";
import { entityParam, nameInSchema } from "@/lib/entity";
import { writeChange } from "@/lib/changeText";
import { addressOf } from "./addressOf";

interface Action {
  readonly name: string;
  readonly run: () => void;
}

/** What one can do with a result; Escape or Backspace leads back to the results. */
export function ResultActions({ result, back, close }: { result: SearchResult; back: () => void; close: () => void }): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.focus(), []);
  const actions = useActions(result);
  const name = `${nameInSchema(result.name)}${result.field ? `.${result.field}` : ""}`;
  const leave = (event: KeyboardEvent): void => {
    if (!["Escape", "Backspace", "Tab"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    back();
  };
  return (
    <Command ref={list} label={`Actions on ${name}`} tabIndex={-1} onKeyDown={leave} className="flex flex-col outline-none">
      <p className="flex h-11 items-center gap-2 border-b border-line px-3 text-15" title={result.id}><KindGlyph kind={result.kind} type={result.type} /><span className="truncate font-medium">{name}</span><kbd className="ml-auto rounded-sm border border-line-2 px-1 font-mono text-11 text-ink-3">Esc</kbd></p>
      <Command.List className="py-1">
        {actions.map((action) => (
          <Command.Item key={action.name} value={action.name} onSelect={() => { close(); action.run(); }} className="flex h-[30px] items-center gap-2.5 px-3 data-[selected=true]:bg-accent-bg"><ArrowRight aria-hidden className="size-3.5 text-ink-3" />{action.name}</Command.Item>
        ))}
      </Command.List>
      <p className="flex gap-4 border-t border-line px-3 py-1.5 text-12 text-ink-3"><span>↑↓ move</span><span>↵ do it</span><span>Esc back</span></p>
    </Command>
  );
}

function useActions(result: SearchResult): readonly Action[] {
  const navigate = useNavigate();
  const namespace = result.namespace ?? "";
  const isColumn = result.kind === "column";
  const isDataset = isColumn || result.kind === "dataset";
  const node = { kind: isDataset ? "dataset" : result.kind, namespace, name: result.name };
  const copy: Action = { name: "Copy name", run: () => void navigator.clipboard.writeText(isColumn ? `${result.name}.${result.field}` : result.name) };
  const open: Action = { name: "Open", run: () => void navigate(addressOf(result)) };
  if (!isDataset && result.kind !== "job") return [open, copy];
  const entity = entityParam(node);
  const change = isColumn ? [writeChange({ kind: "drop", column: result.field ?? "", value: "" })] : undefined;
  return [
    { name: "Lineage", run: () => void navigate({ to: "/lineage/$kind/$namespace/$name", params: node, search: isColumn ? { column: result.field ?? undefined, level: "column" } : {} }) },
    { name: "Investigate at a time", run: () => void navigate({ to: "/time-machine", search: { entity } }) },
    ...(isDataset ? [{ name: isColumn ? "Simulate its drop" : "Simulate a change", run: () => void navigate({ to: "/simulator", search: { entity, change } }) }] : []),
    isDataset ? { name: "Dataset page", run: () => void navigate({ to: "/datasets/$namespace/$name", params: { namespace, name: result.name } }) } : { ...open, name: "Pipeline page" },
    copy,
  ];
}
