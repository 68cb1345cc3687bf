"""What every format of a simulation tells: the sentences of its summary, and what was found, worst first."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from headwater.documents.words import count

if TYPE_CHECKING:
    from headwater.answers.simulation import SimulatedText, Simulation
    from headwater.cli.offline.answer import OfflineSimulation

SHOWN_TEXTS = 50
# Enough of a text to recognise it in one line.
SHOWN_CHARACTERS = 100


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """A simulation, and what the command knows beside it."""

    found: "Simulation | OfflineSimulation"
    proposal: str | None = None
    """The file that proposes the change, where findings have no file of their own."""
    tripped: tuple[str, ...] = ()
    """Why the gate does not let it pass."""


class UnsafeText(NamedTuple):
    """A text that is not safe, and where it stands."""

    text: "SimulatedText"
    file: str | None
    line: int
    column: int

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.file else self.text.fingerprint[:12]

    @property
    def verdict(self) -> str:
        return self.text.verdict.replace("_", " ")

    @property
    def who(self) -> str:
        return ", ".join((*self.text.jobs, *self.text.users))

    @property
    def used(self) -> str:
        runs = count(self.text.runs, "run") if self.text.runs > 1 else ""
        return ", ".join(filter(None, (runs, self.who)))

    @property
    def one_line(self) -> str:
        words = " ".join(self.text.text.split())
        return words if len(words) <= SHOWN_CHARACTERS else f"{words[: SHOWN_CHARACTERS - 1]}…"


def findings(report: SimulationReport) -> list[UnsafeText]:
    """Every text that is not safe, errors first."""
    found = report.found
    order = ("will_error", "will_silently_change", "could_not_analyze")
    texts = [text for text in (*found.job_texts.items, *found.queries.items) if text.verdict in order]
    return [_finding(text) for text in sorted(texts, key=lambda text: order.index(text.verdict))]


def _finding(text: "SimulatedText") -> UnsafeText:
    return UnsafeText(text, getattr(text, "file", None), getattr(text, "line", 1), getattr(text, "column", 1))


def summary(report: SimulationReport) -> Iterator[str]:
    """The change, the score, and what breaks, in a few lines."""
    found = report.found
    radius = found.blast_radius
    downstream = getattr(found, "downstream_total", len(found.downstream))
    yield "; ".join(found.changes)
    yield (
        f"{found.severity}, score {found.impact_score}: tier {radius.tier_score:g}, "
        f"use {radius.usage_score:g}, {count(downstream, 'downstream asset')}, "
        f"activity {radius.activity:g}"
    )
    for name, texts in (("queries of people", found.queries), ("texts of jobs", found.job_texts)):
        counts = texts.counts
        yield (
            f"{texts.total} {name}: {counts.will_error} will error, "
            f"{counts.will_silently_change} will silently change, {counts.safe} safe, "
            f"{counts.could_not_analyze} could not be analysed"
        )
    yield from (
        f"acknowledged by {one.by} until {one.until.isoformat()}: {one.finding[:12]}: {one.why}"
        for one in found.acknowledgements[:SHOWN_TEXTS]
    )
    yield from limits(report)


def gate_lines(report: SimulationReport) -> Iterator[str]:
    yield from (f"gate: {reason}" for reason in report.tripped)


def limits(report: SimulationReport) -> Iterator[str]:
    """What the verdicts do not rest on."""
    found = report.found
    yield from (f"not complete: {gap}" for gap in found.coverage.gaps)
    yield from _engines(found)
    until = getattr(found, "schema_until", None)
    if until is not None:
        yield f"judged by the schema that held until {until.isoformat()}"


def _engines(found: "Simulation | OfflineSimulation") -> Iterator[str]:
    """Of an offline simulation: which engine spoke, and which would have to."""
    coverage: Any = found.coverage
    if not hasattr(coverage, "engines"):
        return
    if not coverage.engines:
        yield "DuckDB is not installed, so no engine confirms the verdicts: pip install duckdb"
    missing = [f"{count(number, 'text')} of {name}" for name, number in coverage.missing.items()]
    if missing:
        yield f"not confirmed by an engine: {', '.join(missing)}; a server asks PostgreSQL and Spark as well"
