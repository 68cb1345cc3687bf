"""What one part of an event states: facts, and some whose key is complete only within the event."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache, wraps
from typing import Any, NamedTuple, ParamSpec

import msgspec

from headwater.facts.fact import Fact
from headwater.model.ids import DatasetId

MAX_REASON = 500
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
    RUN = auto()
    RUN_OR_TIME = auto()
    RUN_OR_EVENT = auto()
    RUN_ITSELF = auto()
    """The run's key is the fact's."""


class PendingFact(NamedTuple):
    """A fact whose key is only a stem until its scope is known."""

    fact: Fact
    scope: KeyScope


class Problem(NamedTuple):
    """A part of an event that can't be interpreted, and why."""

    part: str
    reason: str


@dataclass(frozen=True, slots=True)
class Part:
    facts: tuple[Fact, ...] = ()
    pending: tuple[PendingFact, ...] = ()
    edges: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    targets: frozenset[DatasetId] = frozenset()
    is_drop: bool = False


def join_parts(*parts: Part) -> Part:
    return Part(
        facts=tuple(fact for part in parts for fact in part.facts),
        pending=tuple(pending for part in parts for pending in part.pending),
        edges=tuple(edge for part in parts for edge in part.edges),
        problems=tuple(problem for part in parts for problem in part.problems),
        targets=frozenset().union(*(part.targets for part in parts)),
        is_drop=any(part.is_drop for part in parts),
    )


def cached_by_bytes(read: Callable[P, Part]) -> Callable[P, Part]:
    """Cache what a facet means by its bytes, which come first among the arguments."""
    cached: Callable[P, Part] = lru_cache(maxsize=CACHED_FACETS)(read)  # type: ignore[assignment]

    @wraps(read)
    def look_up(*args: P.args, **kwargs: P.kwargs) -> Part:
        raw = args[0]
        large = isinstance(raw, bytes) and len(raw) > MAX_CACHED_BYTES
        return read(*args, **kwargs) if large else cached(*args, **kwargs)

    return look_up


def interpret(raw: bytes, shape: type[Any], meaning: Callable[[Any], Part], where: str) -> Part:
    """The facet's meaning; a malformed one is a problem of that facet alone."""
    try:
        if is_deleted(raw):
            return Part()
        # Not strict: a number or boolean that is sent as a string is still understood.
        return meaning(msgspec.json.decode(raw, type=shape, strict=False))
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        return Part(problems=(Problem(where, str(error)[:MAX_REASON]),))


def raw_facet(raw: bytes, where: str, to_part: Callable[[str | None], Part]) -> Part:
    """The facet as it came, None for one that is deleted; one nested beyond reason is a problem instead."""
    if _is_too_deep(raw):
        return Part(problems=(Problem(where, f"nested deeper than {MAX_DEPTH} levels"),))
    return to_part(None if is_deleted(raw) else raw.decode())


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
