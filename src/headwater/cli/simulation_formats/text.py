"""A simulation for people: each finding with its place, as compilers write it, so that an editor opens it."""

from collections.abc import Iterator

from headwater.cli.simulation_formats.parts import SHOWN_TEXTS, SimulationReport, findings, summary
from headwater.documents.formats import printable
from headwater.documents.words import count


def render(report: SimulationReport) -> str:
    return "".join(f"{printable(line)}\n" for line in lines(report))


def lines(report: SimulationReport) -> Iterator[str]:
    yield from summary(report)
    found = findings(report)
    for one in found[:SHOWN_TEXTS]:
        yield f"{one.place}: {one.verdict}: {one.text.says} [{one.text.reason}]"
        yield f"    {': '.join(filter(None, (one.used, one.one_line)))}"
        if one.text.finding:
            yield f"    finding {one.text.finding}"
    if len(found) > SHOWN_TEXTS:
        yield f"and {count(len(found) - SHOWN_TEXTS, 'more text')}: --format json shows all"
    for place, step in enumerate(report.found.runbook, 1):
        yield f"{place}. {step.title}"
        yield from (f"   {line}" for line in (*step.details, *step.sql))
