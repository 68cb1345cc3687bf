"""A simulation whose every name and text tries to be more than text."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from headwater.cli.offline.answer import OfflineSimulation
from headwater.cli.simulation_formats.parts import SimulationReport
from tests.cli.offline.files import simulated

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=y>',
    "a|b`c``d",
    "![x](https://evil.example/p)",
    "[x](javascript:1)",
    "@everyone #1 www.evil.example GH-2",
    "x\n::error::owned",
    "x\r\n::set-output name=a::b",
    "%0A::error::x",
    "\x1b]0;owned\x07\x1b[31m\u202e\u2028",
    "a,line=1:b",
    "-->",
    "</pre></table>",
)


@cache
def shop() -> OfflineSimulation:
    with TemporaryDirectory() as folder:
        return simulated(Path(folder))


def report(found: OfflineSimulation | None = None) -> SimulationReport:
    return SimulationReport(found or shop(), tripped=("2 texts will error",))


def hostile(words: str) -> SimulationReport:
    """The shop's simulation with these words wherever a name or a text of somebody stands."""
    found = shop()
    replace = msgspec.structs.replace
    items = tuple(
        replace(
            text, text=words, says=words, users=(words,), jobs=(words,), through=words, file=f"{words}.sql"
        )
        for text in found.queries.items
    )
    steps = tuple(replace(step, title=words, details=(words,), sql=(words,)) for step in found.runbook)
    queries = replace(found.queries, items=items)
    return SimulationReport(
        replace(found, changes=(words,), queries=queries, runbook=steps), tripped=(words,)
    )
