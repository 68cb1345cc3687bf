"""A simulation as annotations of a GitHub workflow: one command a line, nothing in it can begin another."""

from collections.abc import Iterator

from headwater.cli.simulation_formats.parts import (
    SHOWN_TEXTS,
    SimulationReport,
    UnsafeText,
    findings,
    gate_lines,
    summary,
)
from headwater.cli.simulation_formats.sarif import relative
from headwater.documents.formats import printable

LEVELS = {"will_error": "error", "will_silently_change": "warning", "could_not_analyze": "notice"}
# Line ends are escaped before anything else could take them for the end of a command.
DATA = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"))
PROPERTY = (*DATA, (":", "%3A"), (",", "%2C"))


def render(report: SimulationReport) -> str:
    return "".join(f"{line}\n" for line in lines(report))


def lines(report: SimulationReport) -> Iterator[str]:
    found = findings(report)
    for one in found[:SHOWN_TEXTS]:
        yield _annotation(one, report.proposal)
    first, *rest = *summary(report), *gate_lines(report)
    message = "\n".join([first, *rest])
    yield f"::notice title={escaped('Headwater', PROPERTY)}::{escaped(message)}"


def _annotation(one: UnsafeText, proposal: str | None) -> str:
    text, file = one.text, one.file or proposal
    properties = {"file": relative(file)} if file else {}
    if one.file:
        properties |= {"line": str(one.line), "col": str(one.column)}
        if text.fragment is not None:
            properties["endColumn"] = str(one.column + text.fragment.length)
    properties["title"] = f"{one.verdict}: {text.reason}"
    listed = ",".join(f"{key}={escaped(value, PROPERTY)}" for key, value in properties.items())
    says = f"{text.says}\n{': '.join(filter(None, (one.used, one.one_line)))}"
    return f"::{LEVELS[text.verdict]} {listed}::{escaped(says)}"


def escaped(text: str, rules: tuple[tuple[str, str], ...] = DATA) -> str:
    """
    >>> escaped("a,b\\n::error::x", PROPERTY)
    'a%2Cb%0A%3A%3Aerror%3A%3Ax'
    """
    plain = "\n".join(printable(line) for line in text.split("\n"))
    for letter, code in rules:
        plain = plain.replace(letter, code)
    return plain
