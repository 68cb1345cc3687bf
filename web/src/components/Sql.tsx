import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { type Range, cutAtRange } from "@/lib/sqlFragment";

/** Loaded when the first text is shown: the grammar of SQL, and an engine that needs no WebAssembly. */
async function loadHighlighter() {
  const [{ createCssVariablesTheme, createHighlighterCore }, { createJavaScriptRegexEngine }, sql] = await Promise.all([import("shiki/core"), import("shiki/engine/javascript"), import("shiki/langs/sql.mjs")]);
  const theme = createCssVariablesTheme({ name: "tokens", variablePrefix: "--sql-", fontStyle: false });
  return createHighlighterCore({ themes: [theme], langs: [sql.default], engine: createJavaScriptRegexEngine() });
}

const MOST_CHARACTERS = 20_000;

interface Props {
  readonly text: string;
  /** What a verdict rests on. */
  readonly mark?: Range | null;
  readonly tone?: "fail" | "late" | "plain";
}

const TONES = {
  fail: "rounded-sm border-b-2 border-fail bg-fail-bg font-medium text-fail",
  late: "rounded-sm border-b-2 border-late bg-late-bg font-medium text-late",
  plain: "rounded-sm border-b-2 border-line-2 bg-sunken font-medium text-ink",
};

/** A statement as it came, coloured once the colours are there; always text. */
export function Sql(props: Props): ReactNode {
  return <pre tabIndex={0} className="overflow-auto p-3 font-mono text-12 whitespace-pre-wrap"><SqlText {...props} /></pre>;
}

/** The same within a line of other things. */
export function SqlText({ text, mark = null, tone = "plain" }: Props): ReactNode {
  const highlighter = useQuery({ queryKey: ["highlighter"], queryFn: loadHighlighter, staleTime: Infinity, gcTime: Infinity }).data;
  const lines = useMemo(() => (text.length <= MOST_CHARACTERS ? highlighter?.codeToTokens(text, { lang: "sql", theme: "tokens" }).tokens : undefined), [highlighter, text]);
  const cut = (part: string, offset: number): ReactNode => cutAtRange(part, offset, mark).map((piece, place) => (piece.isMarked ? <mark key={place} className={TONES[tone]}>{piece.text}</mark> : piece.text));
  if (!lines) return cut(text, 0);
  return lines.map((line, index) => (
    <span key={index}>{line.map((token) => <span key={token.offset} style={{ color: token.color }}>{cut(token.content, token.offset)}</span>)}{index < lines.length - 1 && "\n"}</span>
  ));
}
