import { BarChart3, Braces, Check, ChevronsRight, Columns3, FileText, Hash, ListVideo, SquareTerminal, Table, User } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

const GLYPHS: Record<string, LucideIcon> = {
  table: Table, view: Table, dashboard: BarChart3, report: BarChart3, file: FileText, topic: ChevronsRight, stream: ChevronsRight,
  job: ListVideo, pipeline: ListVideo, column: Columns3, owner: User, tag: Hash, query: SquareTerminal, api: Braces, test: Check,
};

/** What kind of thing it is: by its type where one is known, else by its kind. */
export function KindGlyph({ kind, type, size = 14 }: { kind: string; type?: string | null; size?: number }): ReactNode {
  const byType = kind === "dataset" ? type?.toLowerCase() : undefined;
  const Glyph = GLYPHS[byType ?? kind] ?? GLYPHS[kind] ?? Table;
  const word = byType ?? kind;
  return <Glyph role="img" aria-label={word} size={size} strokeWidth={1.6} className="shrink-0 text-ink-3" />;
}
