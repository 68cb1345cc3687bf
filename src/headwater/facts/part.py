"""What one part of an event states: facts, and some whose key is complete only within the event."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache, wraps
from typing import Any, NamedTuple, ParamSpec

import msgspec

from headwater.facts.budgets import SALVAGED_BYTES
from headwater.facts.extreme_numbers import with_storable_numbers
from headwater.facts.fact import Fact
from headwater.facts.problem import MAX_REASON, PartProblem
from headwater.facts.salvage import salvage
from headwater.model.ids import DatasetId

# Facets larger than this are read anew each time: caching them would cost more than it saves.
MAX_CACHED_BYTES = 64 * 1024
CACHED_FACETS = 16384

# Deeper facets than this are not data but an accident or an attack; readers of JSON give up on them.
MAX_DEPTH = 100

P = ParamSpec("P")
_decode = msgspec.json.Decoder().decode


class KeyScope(Enum):
    """What completes the key of a fact that is not the same in all events."""

    EVENT = auto()
    DAY = auto()
    RUN = auto()
    RUN_OR_TIME = auto()
    RUN_OR_EVENT = auto()
    RUN_ITSELF = auto()
    """The run's key is the fact's."""


class PendingFact(NamedTuple):
    """A fact whose key is only a stem until its scope is known."""

    fact: Fact
    scope: KeyScope


@dataclass(frozen=True, slots=True)
class EventPart:
    facts: tuple[Fact, ...] = ()
    pending: tuple[PendingFact, ...] = ()
    edges: tuple[str, ...] = ()
    problems: tuple[PartProblem, ...] = ()
    targets: frozenset[DatasetId] = frozenset()
    is_drop: bool = False
    declares: bool = False
    """Whether a static event declares these edges, or that there are none, instead of those before."""


def join_parts(*parts: EventPart) -> EventPart:
    return EventPart(
        facts=tuple(fact for part in parts for fact in part.facts),
        pending=tuple(pending for part in parts for pending in part.pending),
        edges=tuple(edge for part in parts for edge in part.edges),
        problems=tuple(problem for part in parts for problem in part.problems),
        targets=frozenset().union(*(part.targets for part in parts)),
        is_drop=any(part.is_drop for part in parts),
        declares=any(part.declares for part in parts),
    )


def cached_by_bytes(read: Callable[P, EventPart]) -> Callable[P, EventPart]:
    """Cache what a facet means by its bytes, which come first among the arguments."""
    cached: Callable[P, EventPart] = lru_cache(maxsize=CACHED_FACETS)(read)  # type: ignore[assignment]

    @wraps(read)
    def look_up(*args: P.args, **kwargs: P.kwargs) -> EventPart:
        raw = args[0]
        large = isinstance(raw, bytes) and len(raw) > MAX_CACHED_BYTES
        return read(*args, **kwargs) if large else cached(*args, **kwargs)

    return look_up


def interpret(raw: bytes, shape: type[Any], meaning: Callable[[Any], EventPart], where: str) -> EventPart:
    """The facet's meaning; of one with bad parts that of the rest, and each bad part as a problem."""
    try:
        if is_deleted(raw):
            return EventPart()
        # Not strict: a number or boolean that is sent as a string is still understood.
        return _placed(meaning(msgspec.json.decode(raw, type=shape, strict=False)), where)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        if len(raw) > SALVAGED_BYTES.limit:
            return EventPart(problems=(PartProblem(where, str(error)[:MAX_REASON]),))
        return _interpret_rest(raw, shape, meaning, where)


def _interpret_rest(
    raw: bytes, shape: type[Any], meaning: Callable[[Any], EventPart], where: str
) -> EventPart:
    facet, problems = salvage(raw, shape, where)
    left_out = EventPart(problems=problems)
    if facet is None:
        return left_out
    try:
        return join_parts(_placed(meaning(facet), where), left_out)
    except (ValueError, RecursionError) as error:
        return join_parts(EventPart(problems=(PartProblem(where, str(error)[:MAX_REASON]),)), left_out)


def _placed(part: EventPart, where: str) -> EventPart:
    """The same with its problems' places, which a meaning states from its facet on, from the event on."""
    if not part.problems:
        return part
    return replace(
        part, problems=tuple(PartProblem(f"{where}{inner}", reason) for inner, reason in part.problems)
    )


def raw_facet(raw: bytes, where: str, to_part: Callable[[str | None], EventPart]) -> EventPart:
    """The facet as it came, None for one that is deleted; one nested beyond reason is a problem instead."""
    if _is_too_deep(raw):
        return EventPart(problems=(PartProblem(where, f"nested deeper than {MAX_DEPTH} levels"),))
    if is_deleted(raw):
        return to_part(None)
    kept = with_storable_numbers(raw)
    problems = EventPart(problems=tuple(PartProblem(where, reason) for reason in kept.reasons))
    return problems if kept.raw is None else join_parts(to_part(kept.raw.decode()), problems)


def _is_too_deep(raw: bytes) -> bool:
    # A facet with so few brackets can't be deep, and counting them is cheaper than decoding.
    if raw.count(b"{") + raw.count(b"[") <= MAX_DEPTH:
        return False
    try:
        return _depth(_decode(raw)) > MAX_DEPTH
    except RecursionError:
        return True


def _depth(value: Any) -> int:
    """How many levels down a value goes; stops looking just below the limit."""
    level, depth = [value], 0
    while level and depth <= MAX_DEPTH:
        depth += 1
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return depth


def is_deleted(raw: bytes) -> bool:
    # Asked of every facet, so the common answer has to come without decoding.
    if b'"_deleted"' not in raw:
        return False
    facet = _decode(raw)
    return isinstance(facet, dict) and facet.get("_deleted") is True
