"""How one column flows into another: the unit of lineage, and how two steps become one."""

from collections.abc import Iterable
from typing import NamedTuple

IDENTITY, TRANSFORMATION, AGGREGATION = "IDENTITY", "TRANSFORMATION", "AGGREGATION"
FILTER, JOIN, GROUP_BY = "FILTER", "JOIN", "GROUP_BY"
SORT, WINDOW, CONDITIONAL = "SORT", "WINDOW", "CONDITIONAL"

RANK = {IDENTITY: 0, TRANSFORMATION: 1, AGGREGATION: 2}
DIRECT = (IDENTITY, TRANSFORMATION, AGGREGATION)


class Flow(NamedTuple):
    """The fields of `Dependency` as a tuple: thousands are made and compared for one text."""

    relation: str
    told: bool
    column: str
    indirect: bool = False
    subtype: str = IDENTITY
    masking: bool = False
    description: str | None = None
    guessed: bool = False


Flows = tuple[Flow, ...]


class Way(NamedTuple):
    """How an expression uses what stands below it."""

    subtype: str = IDENTITY
    indirect: bool = False
    masking: bool = False

    def at_least(self, subtype: str) -> "Way":
        """A value that is worked on; what is indirect stays as it is."""
        if self.indirect or RANK[self.subtype] >= RANK[subtype]:
            return self
        return Way(subtype, False, self.masking)

    def deciding(self, subtype: str) -> "Way":
        """A value that only decides, as a condition does."""
        return self if self.indirect else Way(subtype, True, self.masking)

    def masked(self) -> "Way":
        return Way(self.subtype, self.indirect, True)


PLAIN = Way()
DECIDES = {word: Way(word, True) for word in (FILTER, JOIN, GROUP_BY, SORT, WINDOW, CONDITIONAL)}


def through(flow: Flow, way: Way, description: str | None) -> Flow:
    """One more step after `flow`; the description stays with the step that decided its subtype."""
    if way == PLAIN:
        return flow
    masking = flow.masking or way.masking
    if way.indirect:
        return flow._replace(indirect=True, subtype=way.subtype, masking=masking, description=None)
    if flow.indirect:
        return flow._replace(masking=masking)
    rises = RANK[way.subtype] > RANK[flow.subtype]
    told = description if rises or masking != flow.masking or flow.description is None else flow.description
    subtype = way.subtype if rises else flow.subtype
    return flow._replace(subtype=subtype, masking=masking, description=told)


def guessed(flows: Iterable[Flow]) -> Flows:
    return tuple(flow._replace(guessed=True) for flow in flows)


def distinct(flows: Iterable[Flow]) -> Flows:
    """Each way once: a sure one replaces a guessed one, the first description stays."""
    found: dict[tuple[object, ...], Flow] = {}
    for flow in flows:
        key = flow[:6]
        known = found.get(key)
        if known is None or (known.guessed and not flow.guessed):
            found[key] = flow
    return tuple(found.values())
