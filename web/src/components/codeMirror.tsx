import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { PostgreSQL, sql } from "@codemirror/lang-sql";
import { HighlightStyle, bracketMatching, codeFolding, foldGutter, foldKeymap, syntaxHighlighting } from "@codemirror/language";
import { linter } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, placeholder as placeholderOf } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { getNonce } from "get-nonce";
import { type ReactNode, useEffect, useRef } from "react";
import { sqlProblems } from "@/lib/sqlProblems";

export interface CodeProps {
  readonly label: string;
  readonly language: "sql" | "json";
  readonly value: string;
  /** Without it the text can be read and folded, not changed. */
  readonly onChange?: (text: string) => void;
  readonly placeholder?: string;
}

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.propertyName], color: "var(--accent)" },
  { tag: [tags.string, tags.number, tags.bool, tags.null], color: "var(--ok)" },
  { tag: tags.comment, color: "var(--ink3)" },
]);

const LOOK = EditorView.theme({
  "&": { fontSize: "12px", color: "var(--ink)", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-content": { fontFamily: "var(--font-mono)", lineHeight: "18px", caretColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--ink3)", border: "none" },
  ".cm-placeholder": { color: "var(--ink3)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--sunken)", border: "1px solid var(--line2)", color: "var(--ink2)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection": { backgroundColor: "var(--accent-bg) !important" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", border: "1px solid var(--line2)", color: "var(--ink)" },
});

/** Chromium itself keeps the look of what is typed over, by a style that the policy of the page refuses: so it is done here. */
const TYPE_OVER = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== "insertText" || event.data === null || event.isComposing || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type" });
    event.preventDefault();
    return true;
  },
});

const SQL = [sql({ dialect: PostgreSQL }), linter((view) => [...sqlProblems(view.state.doc.toString())])];

/** CodeMirror: SQL with what does not close marked, or JSON that folds. */
export default function CodeMirror({ label, language, value, onChange, placeholder = "" }: CodeProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  const isReadOnly = onChange === undefined;
  useEffect(() => {
    if (!box.current) return undefined;
    const how: Extension[] = isReadOnly ? [EditorState.readOnly.of(true)] : [history(), TYPE_OVER, EditorView.updateListener.of((update) => update.docChanged && changed.current?.(update.state.doc.toString()))];
    const editor = new EditorView({
      parent: box.current,
      extensions: [
        EditorView.cspNonce.of(getNonce() ?? ""), ...how, language === "sql" ? SQL : json(), bracketMatching(), codeFolding(), isReadOnly ? foldGutter() : [], EditorView.lineWrapping, LOOK,
        syntaxHighlighting(COLOURS), placeholderOf(placeholder), keymap.of([...defaultKeymap.filter((key) => key.key !== "Mod-Enter"), ...historyKeymap, ...foldKeymap]),
        EditorView.contentAttributes.of({ "aria-label": label, ...(isReadOnly ? { "aria-readonly": "true" } : {}) }),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
  }, [language, label, isReadOnly, placeholder]);
  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== value) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value, language, label, isReadOnly, placeholder]);
  return <div ref={box} />;
}
