"""How much one event may hold: names and facets in its envelope, and what all its facets state together."""

from collections.abc import Callable

from msgspec.structs import replace

from headwater.facts.budgets import (
    ALL_FACET_BYTES,
    FACET_BYTES,
    FACETS,
    NAME,
    PROBLEMS,
    STATED_TEXT,
    STATEMENTS,
    WORD,
    Problems,
    too_long,
)
from headwater.facts.fact import Fact
from headwater.facts.openlineage.envelope import Envelope, Facets, Mention
from headwater.facts.part import EventPart
from headwater.facts.problem import PartProblem
from headwater.model.ids import DatasetId, JobId

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


def within_budgets(envelope: Envelope) -> tuple[Envelope, Problems]:
    """The envelope without what is over a budget, and what that is; an error if nothing is left to name."""
    room = _Room()
    kept = replace(
        envelope,
        job=room.job(envelope.job),
        run_facets=room.facets(envelope.run_facets, "run.facets"),
        job_facets=room.facets(envelope.job_facets, "job.facets"),
        mentions=tuple(room.mentions(envelope.mentions)),
    )
    if room.problems and kept.run is None and kept.job is None and not kept.mentions:
        raise ValueError(f"{room.problems[0].part}: {room.problems[0].reason}")
    # Without the job there is nothing that its facets are about.
    return (kept if kept.job else replace(kept, job_facets={})), tuple(room.problems)


class _Room:
    """What is left of the budgets for all facets of an event, taken in their order."""

    def __init__(self) -> None:
        self._facets = FACETS.limit
        self._bytes = ALL_FACET_BYTES.limit
        self.problems: list[PartProblem] = []

    def job(self, job: JobId | None) -> JobId | None:
        problem = _long_name(job, "job") if job else None
        if problem is None:
            return job
        self.problems.append(problem)
        return None

    def mentions(self, mentions: tuple[Mention, ...]) -> list[Mention]:
        return [mention for mention in map(self._mention, mentions) if mention is not None]

    def _mention(self, mention: Mention) -> Mention | None:
        problem = _long_name(mention.dataset, mention.where)
        if problem is not None:
            self.problems.append(problem)
            return None
        if not mention.facets and not mention.io_facets:
            return mention
        return replace(
            mention,
            facets=self.facets(mention.facets, f"{mention.where}.facets"),
            io_facets=self.facets(mention.io_facets, f"{mention.where}.{mention.direction}Facets"),
        )

    def facets(self, facets: Facets, where: str) -> Facets:
        kept = {}
        for name, raw in facets.items():
            problem = self._problem(name, len(raw), f"{where}.{name}")
            if problem is not None:
                self.problems.append(problem)
                continue
            self._facets -= 1
            self._bytes -= len(raw)
            kept[name] = raw
        return kept

    def _problem(self, name: str, size: int, where: str) -> PartProblem | None:
        if len(name) > WORD.limit:
            return PartProblem(where, f"a name of {len(name):,} characters, where {WORD.limit} are read")
        if size > FACET_BYTES.limit:
            return PartProblem(where, f"{size:,} bytes, where {FACET_BYTES.limit:,} are read")
        if size > self._bytes:
            return PartProblem(where, f"facets of more than {ALL_FACET_BYTES.limit:,} bytes in one event")
        return None if self._facets else PartProblem(where, f"more than {FACETS.limit:,} facets in one event")


def _long_name(named: DatasetId | JobId, where: str) -> PartProblem | None:
    for part, text in (("namespace", named.namespace), ("name", named.name)):
        if len(text) > NAME.limit:
            return too_long(text, NAME, f"{where}.{part}")
    return None
