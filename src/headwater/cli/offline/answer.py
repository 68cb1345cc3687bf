"""What an offline simulation answers: the same words as the server's, with the place of each text."""

from headwater.answers.base import Answer
from headwater.answers.proofs import QueryVerdictName
from headwater.answers.responses import KnownBreak
from headwater.answers.simulation import (
    BlastRadiusParts,
    CarriedSchemaChange,
    SimulatedStep,
    SimulatedText,
    SimulatedTexts,
    SimulatedUser,
    SimulationCoverage,
)


class TextInFile(SimulatedText, frozen=True):
    """A text of a file, and where the piece that the verdict rests on stands in it."""

    file: str
    line: int
    column: int


class OfflineCoverage(SimulationCoverage, frozen=True):
    statements: int
    """Statements in the files of schemas and queries, whether they touch the change or not."""
    not_read: int
    """Pieces of these files that could not be read."""
    problems: tuple[str, ...]
    """The first 20 of them, with file and line."""
    engines: tuple[str, ...]
    """Those at hand, with their versions: DuckDB, or none where it is not installed."""
    missing: dict[str, int]
    """By engine, texts that it would have had to confirm: it is not at hand, or there was no time."""


class OfflineSimulation(Answer, frozen=True):
    """What a proposed change breaks among the texts of a few files."""

    table: str
    changes: tuple[str, ...]
    impact_score: int
    severity: str
    verdict: QueryVerdictName
    blast_radius: BlastRadiusParts
    queries: SimulatedTexts
    job_texts: SimulatedTexts
    coverage: OfflineCoverage
    carried: tuple[CarriedSchemaChange, ...]
    truncated_by_hops: bool
    downstream: tuple[str, ...]
    users: tuple[SimulatedUser, ...]
    runbook: tuple[SimulatedStep, ...]
    acknowledgements: tuple[KnownBreak, ...]
    """Of its findings, those that may pass."""
