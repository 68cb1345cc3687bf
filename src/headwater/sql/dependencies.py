"""On what a column depends, and how: the unit of lineage, and how two steps become one."""

from collections.abc import Iterable
from typing import NamedTuple

IDENTITY, TRANSFORMATION, AGGREGATION = "IDENTITY", "TRANSFORMATION", "AGGREGATION"
FILTER, JOIN, GROUP_BY = "FILTER", "JOIN", "GROUP_BY"
SORT, WINDOW, CONDITIONAL = "SORT", "WINDOW", "CONDITIONAL"

# Of two steps the stronger one names both: a sum of casts is a sum.
RANK = {IDENTITY: 0, TRANSFORMATION: 1, AGGREGATION: 2}
DIRECT = (IDENTITY, TRANSFORMATION, AGGREGATION)


class Dependency(NamedTuple):
    """A column on which something depends, and how, in OpenLineage's words.

    A tuple, as thousands are made and compared for one text.
    """

    relation: str
    reported: bool
    column: str
    indirect: bool = False
    subtype: str = IDENTITY
    masking: bool = False
    description: str | None = None
    guessed: bool = False


Dependencies = tuple[Dependency, ...]


class Usage(NamedTuple):
    """How an expression uses what stands below it."""

    subtype: str = IDENTITY
    indirect: bool = False
    masking: bool = False

    def at_least(self, subtype: str) -> "Usage":
        """A value that is worked on; what is indirect stays as it is."""
        if self.indirect or RANK[self.subtype] >= RANK[subtype]:
            return self
        return Usage(subtype, False, self.masking)

    def indirectly(self, subtype: str) -> "Usage":
        """A value that only decides, as a condition does."""
        return self if self.indirect else Usage(subtype, True, self.masking)

    def masked(self) -> "Usage":
        return Usage(self.subtype, self.indirect, True)


AS_IS = Usage()
INDIRECT = {word: Usage(word, True) for word in (FILTER, JOIN, GROUP_BY, SORT, WINDOW, CONDITIONAL)}


def through(dependency: Dependency, usage: Usage, description: str | None) -> Dependency:
    """One more step after `dependency`; the description stays with the step that decided its subtype."""
    if usage == AS_IS:
        return dependency
    masking = dependency.masking or usage.masking
    if usage.indirect:
        # How a column was worked on before it decided something changes nothing for whoever reads.
        return dependency._replace(indirect=True, subtype=usage.subtype, masking=masking, description=None)
    if dependency.indirect:
        # A condition stays one, however its outcome is worked on: `upper(case when a then …)`.
        return dependency._replace(masking=masking)
    rises = RANK[usage.subtype] > RANK[dependency.subtype]
    decided_here = rises or masking != dependency.masking or dependency.description is None
    words = description if decided_here else dependency.description
    subtype = usage.subtype if rises else dependency.subtype
    return dependency._replace(subtype=subtype, masking=masking, description=words)


def guessed(dependencies: Iterable[Dependency]) -> Dependencies:
    return tuple(dependency._replace(guessed=True) for dependency in dependencies)


def distinct(dependencies: Iterable[Dependency]) -> Dependencies:
    """Each usage once: a sure one replaces a guessed one, the first description stays."""
    found: dict[tuple[object, ...], Dependency] = {}
    for dependency in dependencies:
        # Without description and guess: the same edge said twice is one edge.
        key = dependency[:6]
        known = found.get(key)
        if known is None or (known.guessed and not dependency.guessed):
            found[key] = dependency
    return tuple(found.values())
