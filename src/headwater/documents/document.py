"""A plain document - facts, headings, paragraphs, tables - as Markdown and as one HTML file."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from headwater.documents.formats import Grid, printable


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    paragraphs: tuple[str, ...] = ()
    grid: Grid | None = None


@dataclass(frozen=True, slots=True)
class Document:
    title: str
    lead: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]


# Within a word an underscore is a letter to Markdown; at its ends it would begin or end emphasis.
MARKDOWN = re.compile(r"[\\`*\[\]<>|#&~]|(?<![^\W_])_|_(?![^\W_])")
# At the beginning of a line these would make a list, a heading or a rule.
BEGINNING = re.compile(r"^(\d{0,9})([-+=#.)])")

LONGEST_WORD = 16
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
# A page that may be mailed loads nothing and runs nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #1a1a1a; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; break-after: avoid; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { border: 1px solid #bbb; padding: 0.3rem 0.5rem; text-align: left; vertical-align: top; }
td.long { overflow-wrap: anywhere; } td.time { white-space: nowrap; }
th { background: #eee; } thead { display: table-header-group; } tr { break-inside: avoid; }
dl { display: grid; grid-template-columns: max-content auto; gap: 0.2rem 1rem; } dt { font-weight: 600; } dd { margin: 0; }
@media print { body { margin: 0; max-width: none; font-size: 10pt; } @page { size: landscape; margin: 1.5cm; } }
""".strip()  # noqa: E501 - a rule a line reads better


def markdown(document: Document, inline: Callable[[str], str] | None = None) -> str:
    """`inline` makes a text safe within a line; another one may be stricter."""
    safe = inline or _md
    parts = [f"# {safe(document.title)}", _line(document.lead, safe)]
    parts.append("\n".join(f"- **{safe(name)}**: {safe(value)}" for name, value in document.facts))
    for section in document.sections:
        parts.append(f"## {safe(section.heading)}")
        parts += [_line(paragraph, safe) for paragraph in section.paragraphs]
        if section.grid:
            parts.append(_md_table(section.grid, safe))
    return "\n\n".join(parts) + "\n"


def _line(text: str, safe: Callable[[str], str]) -> str:
    """
    >>> _line("1. x", _md), _line(" - x", _md)
    ('1\\\\. x', '\\\\- x')
    """
    return BEGINNING.sub(r"\1\\\2", safe(text.strip()))


def html(document: Document) -> str:
    """Nothing is loaded from elsewhere and nothing runs, so that it can be mailed and kept."""
    facts = "\n".join(f"<dt>{_text(name)}</dt><dd>{_text(value)}</dd>" for name, value in document.facts)
    body = [f"<h1>{_text(document.title)}</h1>", f"<p>{_text(document.lead)}</p>", f"<dl>\n{facts}\n</dl>"]
    for section in document.sections:
        body.append(f"<h2>{_text(section.heading)}</h2>")
        body += [f"<p>{_text(paragraph)}</p>" for paragraph in section.paragraphs]
        if section.grid:
            body.append(_html_table(section.grid))
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    title = f"<title>{_text(document.title)}</title>"
    head = f'<meta charset="utf-8">\n{policy}\n{title}\n<style>\n{STYLE}\n</style>'
    joined = "\n".join(body)
    return f'<!doctype html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{joined}\n</body>\n</html>\n'


def _md(text: str) -> str:
    return MARKDOWN.sub(lambda found: f"\\{found[0]}", printable(text))


def _md_table(grid: Grid, safe: Callable[[str], str]) -> str:
    # Headers are our own words and need no escaping.
    lines = [grid.headers, tuple("---" for _ in grid.headers)]
    rows = [tuple(map(safe, row)) for row in grid.rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (*lines, *rows))


def _text(text: str) -> str:
    return escape(printable(text))


def _class(cell: str) -> str:
    """Only names too long for a column may break within a word."""
    if TIME.fullmatch(cell):
        return ' class="time"'
    return ' class="long"' if any(len(word) > LONGEST_WORD for word in cell.split()) else ""


def _html_table(grid: Grid) -> str:
    def row(cells: tuple[str, ...], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}{_class(cell)}>{_text(cell)}</{tag}>" for cell in cells) + "</tr>"

    rows = "\n".join(row(cells, "td") for cells in grid.rows)
    return f"<table>\n<thead>{row(grid.headers, 'th')}</thead>\n<tbody>\n{rows}\n</tbody>\n</table>"
