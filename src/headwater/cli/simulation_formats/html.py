"""A simulation as one page: no script, no address to load from, everything escaped."""

from collections.abc import Iterator
from html import escape

from headwater.cli.simulation_formats.parts import SimulationReport, UnsafeText, findings, gate_lines, summary
from headwater.documents.formats import printable_lines

MOST_FINDINGS = 1000
STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b1f24}
h1{font-size:1.4rem}
table{border-collapse:collapse;width:100%}
td,th{border-top:1px solid #d0d7de;padding:.4rem;text-align:left;vertical-align:top}
pre{white-space:pre-wrap;margin:0;font-size:13px}
mark{background:#ffd8a8}
.will_error{color:#b42318;font-weight:600}
.will_silently_change{color:#9a6700;font-weight:600}
@media(prefers-color-scheme:dark){
body{background:#0d1117;color:#e6edf3}
td,th{border-color:#30363d}
mark{background:#7a4b00;color:inherit}
.will_error{color:#ff7b72}
.will_silently_change{color:#e3b341}
}
"""
HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Headwater: {title}</title><style>{style}</style></head>
<body>"""


def render(report: SimulationReport) -> str:
    return "\n".join(lines(report)) + "\n"


def lines(report: SimulationReport) -> Iterator[str]:
    first, *rest = *summary(report), *gate_lines(report)
    yield HEAD.format(title=safe(first), style=STYLE)
    yield f"<h1>{safe(first)}</h1>"
    yield f"<ul>{''.join(f'<li>{safe(line)}</li>' for line in rest)}</ul>"
    found = findings(report)
    if found:
        yield "<table><thead><tr><th>verdict<th>where<th>runs<th>who<th>why<th>text</tr></thead><tbody>"
        yield from map(_row, found[:MOST_FINDINGS])
        yield "</tbody></table>"
    if len(found) > MOST_FINDINGS:
        yield f"<p>and {len(found) - MOST_FINDINGS} more</p>"
    yield "<h2>Runbook</h2><ol>"
    for step in report.found.runbook:
        details = "".join(f"<br>{safe(line)}" for line in step.details)
        sql = f"<pre>{safe(chr(10).join(step.sql))}</pre>" if step.sql else ""
        yield f"<li><b>{safe(step.title)}</b>{details}{sql}</li>"
    yield "</ol></body></html>"


def _row(one: UnsafeText) -> str:
    text = one.text
    cells = (one.place, str(text.runs), one.who, f"{text.says} ({text.reason}, {text.judge})")
    return (
        f'<tr><td class="{safe(text.verdict)}">{safe(one.verdict)}</td>'
        f"{''.join(f'<td>{safe(cell)}</td>' for cell in cells)}<td><pre>{_marked(one)}</pre></td></tr>"
    )


def _marked(one: UnsafeText) -> str:
    """The text, with the piece that the verdict rests on."""
    text, fragment = one.text.text, one.text.fragment
    if fragment is None:
        return safe(text)
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: fragment.line - 1]) + fragment.column - 1
    end = start + fragment.length
    return f"{safe(text[:start])}<mark>{safe(text[start:end])}</mark>{safe(text[end:])}"


def safe(text: str) -> str:
    """
    >>> safe('<script>"x"\\x1b')
    '&lt;script&gt;&quot;x&quot;�'
    """
    return escape(printable_lines(text), quote=True)
