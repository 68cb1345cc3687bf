"""A simulation as a comment on a pull request; no name or text in it can become markup."""

import re
from collections.abc import Iterator

from headwater.cli.simulation_formats.parts import (
    SHOWN_TEXTS,
    SimulationReport,
    findings,
    gate_lines,
    summary,
)
from headwater.documents.formats import printable
from headwater.documents.words import count

MARKUP = re.compile(r"([\\`*_\[\]<>|~&])")
# What a forge makes a link or a mention of: a space without width keeps it from that.
LINKED = re.compile(r"(@|#(?=\d)|:(?=//)|www(?=\.)|GH-(?=\d))")
SPACE = "\u200b"
# The hidden mark by which an action finds its own comment again.
MARK = "<!-- headwater-simulate -->"


def render(report: SimulationReport) -> str:
    return "\n".join(lines(report)) + "\n"


def lines(report: SimulationReport) -> Iterator[str]:
    first, *rest = *summary(report), *gate_lines(report)
    yield f"### Headwater: {plain(first)}"
    yield ""
    yield from (f"- {plain(line)}" for line in rest)
    found = findings(report)
    if found:
        yield ""
        yield "| verdict | where | runs | who | why | text |"
        yield "| --- | --- | --- | --- | --- | --- |"
    for one in found[:SHOWN_TEXTS]:
        cells = (one.verdict, one.place, str(one.text.runs), one.who, one.text.says)
        yield f"| {' | '.join(map(plain, cells))} | {code(one.one_line)} |"
    if len(found) > SHOWN_TEXTS:
        yield ""
        yield f"and {count(len(found) - SHOWN_TEXTS, 'more text')}"
    yield ""
    yield "#### Runbook"
    for place, step in enumerate(report.found.runbook, 1):
        yield f"{place}. {plain(step.title)}"
        yield from (f"   - {plain(line)}" for line in step.details)
        yield from (f"   - {code(line)}" for line in step.sql)


def plain(text: str) -> str:
    """
    >>> plain("<b>|a_b` [x](y)")
    '\\\\<b\\\\>\\\\|a\\\\_b\\\\` \\\\[x\\\\](y)'
    """
    return LINKED.sub(rf"\1{SPACE}", MARKUP.sub(r"\\\1", printable(text)))


def code(text: str) -> str:
    """Between more backticks than the text has in a row; a bar would end the cell, code or not.

    >>> code("select `a|b`")
    '`` select `a\\\\|b` ``'
    """
    inner = printable(text).replace("|", "\\|")
    longest = max((len(run) for run in re.findall("`+", inner)), default=0)
    if not longest:
        return f"`{inner}`" if inner.strip() else ""
    fence = "`" * (longest + 1)
    return f"{fence} {inner} {fence}"
