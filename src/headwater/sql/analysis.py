"""What an analysis is asked about and what it answers: the values other folders code against."""

from collections.abc import Mapping
from dataclasses import dataclass

from headwater.sql.dependencies import Dependency


@dataclass(frozen=True, slots=True)
class Relation:
    """A dataset that the run reported; `columns` is None where its schema is unknown."""

    name: str
    columns: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """What one relation gets: by column, and for its rows as a whole."""

    relation: str
    reported: bool
    columns: Mapping[str, tuple[Dependency, ...]]
    whole: tuple[Dependency, ...]
    sources: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that one text writes, and in words what could not be read of it."""

    written: tuple[Written, ...] = ()
    # Never empty where something was passed over: "we don't know" is an answer.
    problems: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
