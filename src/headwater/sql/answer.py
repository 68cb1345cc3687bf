"""What an analysis is asked about and what it answers: the values other folders code against."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Relation:
    """A dataset the run told about; `columns` is None where its schema is unknown."""

    name: str
    columns: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Dependency:
    """A column on which something depends, and how, in OpenLineage's words."""

    relation: str
    told: bool
    column: str
    indirect: bool
    subtype: str
    masking: bool
    description: str | None
    guessed: bool


@dataclass(frozen=True, slots=True)
class Written:
    """What one relation gets: by column, and for its rows as a whole."""

    relation: str
    told: bool
    columns: Mapping[str, tuple[Dependency, ...]]
    whole: tuple[Dependency, ...]
    sources: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that one text writes, and in words what could not be read of it."""

    written: tuple[Written, ...] = ()
    problems: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
