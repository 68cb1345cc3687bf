"""How sensitive a column is, and what is left of that when its data is used to make another column."""

from dataclasses import dataclass
from enum import IntEnum


class Level(IntEnum):
    """The numbers are stored, and higher is more sensitive."""

    PUBLIC = 0
    INTERNAL = 1
    CONFIDENTIAL = 2
    RESTRICTED = 3

    @property
    def word(self) -> str:
        return self.name.lower()


LEVELS: dict[str, Level] = {level.word: level for level in Level}

# Personal data that nobody has classified is taken for confidential: too careful is the safe mistake.
UNCLASSIFIED_PII = Level.CONFIDENTIAL


class Effect(IntEnum):
    """What an edge does to the class of the data that flows along it; the numbers are stored on edges."""

    KEEPS = 0  # copied, renamed, calculated from
    LOWERS = 1  # aggregated: single values can no longer be read off
    HASHES = 2  # pseudonymous: the value is gone, but equal values still look equal
    ENDS = 3  # masked


@dataclass(frozen=True, slots=True)
class Mark:
    """How sensitive a column is; the level and the flag travel separately."""

    level: Level
    pii: bool = False

    @property
    def matters(self) -> bool:
        return self.pii or self.level > Level.PUBLIC

    def joined(self, other: "Mark") -> "Mark":
        """A column made from two is as sensitive as the more sensitive of them."""
        return Mark(max(self.level, other.level), self.pii or other.pii)


NOTHING = Mark(Level.PUBLIC)


def passed_on(mark: Mark, effect: Effect) -> Mark:
    """What a column made by an edge with this effect inherits.

    >>> passed_on(Mark(Level.RESTRICTED, pii=True), Effect.LOWERS)
    Mark(level=<Level.CONFIDENTIAL: 2>, pii=False)
    >>> passed_on(Mark(Level.RESTRICTED, pii=True), Effect.HASHES)
    Mark(level=<Level.INTERNAL: 1>, pii=False)
    """
    return Mark(LEVEL_AFTER[effect][mark.level], mark.pii and effect is Effect.KEEPS)


# By effect, what becomes of each level. An aggregate of internal data stays internal.
LEVEL_AFTER: dict[Effect, tuple[Level, ...]] = {
    Effect.KEEPS: (Level.PUBLIC, Level.INTERNAL, Level.CONFIDENTIAL, Level.RESTRICTED),
    Effect.LOWERS: (Level.PUBLIC, Level.INTERNAL, Level.INTERNAL, Level.CONFIDENTIAL),
    Effect.HASHES: (Level.PUBLIC, Level.INTERNAL, Level.INTERNAL, Level.INTERNAL),
    Effect.ENDS: (Level.PUBLIC, Level.PUBLIC, Level.PUBLIC, Level.PUBLIC),
}


def declared_mark(classification: str | None, pii: bool | None) -> Mark:
    """What was declared of a column, by the words of the catalog.

    >>> declared_mark(None, True)
    Mark(level=<Level.CONFIDENTIAL: 2>, pii=True)
    """
    level = LEVELS.get((classification or "").lower())
    if level is None:
        level = UNCLASSIFIED_PII if pii else Level.PUBLIC
    return Mark(level, bool(pii))
