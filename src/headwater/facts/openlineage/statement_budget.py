"""How much all facets of one event may state together."""

from collections.abc import Callable

from headwater.facts.budgets import PROBLEMS, STATED_TEXT, STATEMENTS, Problems
from headwater.facts.fact import Fact
from headwater.facts.part import EventPart
from headwater.facts.problem import PartProblem

# A part that states so little is not worth counting: facets themselves have a budget.
SMALL = 10
# Decides whether a dataset is written at all, and states one thing.
ALWAYS_READ = ".lifecycleStateChange"
MORE = "(more)"


class StatementRoom:
    """What is left of the budget for statements. The first facet that does not fit is the last one read."""

    def __init__(self) -> None:
        self._statements = STATEMENTS.limit
        self._text = STATED_TEXT.limit
        self._is_full = False

    def take(self, place: str, read: Callable[[], EventPart]) -> EventPart:
        """The part, if it fits; else that it does not."""
        if self._is_full and not place.endswith(ALWAYS_READ):
            return _set_aside(place)
        part = read()
        size = len(part.facts) + len(part.pending)
        if size <= SMALL or self._fits(part, size):
            return part
        self._is_full = True
        return _set_aside(place)

    def _fits(self, part: EventPart, size: int) -> bool:
        text = sum(map(_text, part.facts))
        # A facet has budgets of its own, so that the first one always fits.
        is_first = self._statements == STATEMENTS.limit
        if not is_first and (size > self._statements or text > self._text):
            return False
        self._statements -= size
        self._text -= text
        return True


def listed(problems: Problems) -> Problems:
    """As many as are worth a line each, and how many more there are."""
    if len(problems) <= PROBLEMS.limit:
        return problems
    more = len(problems) - PROBLEMS.limit
    return (
        *problems[: PROBLEMS.limit],
        PartProblem(MORE, f"{more:,} more parts of this event are set aside"),
    )


def _set_aside(place: str) -> EventPart:
    reason = (
        f"the event's facets state more than {STATEMENTS.limit:,} things or {STATED_TEXT.limit:,} characters"
    )
    return EventPart(problems=(PartProblem(place, reason),))


def _text(fact: Fact) -> int:
    return len(fact.namespace or "") + len(fact.name or "") + len(fact.field or "")
