"""What one part of an event states: facts that hold for any event, and some that wait for this one."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache, wraps
from typing import Any, NamedTuple, ParamSpec

import msgspec

from headwater.facts.fact import Fact
from headwater.model.ids import DatasetId

MAX_REASON = 500
# Facets as large as this are read anew each time: remembering them would cost more than it saves.
MAX_REMEMBERED_BYTES = 64 * 1024
REMEMBERED = 16384

# Deeper facets than this are not data but an accident or an attack; readers of JSON give up on them.
MAX_DEPTH = 100

P = ParamSpec("P")
_decode = msgspec.json.Decoder().decode


class Occasion(Enum):
    """What makes a waiting fact's key its own."""

    EVENT = auto()
    RUN = auto()
    RUN_OR_TIME = auto()
    RUN_OR_EVENT = auto()


class Waiting(NamedTuple):
    """A fact whose key is only a stem until the occasion is known."""

    fact: Fact
    occasion: Occasion


class Problem(NamedTuple):
    """A part of an event that can't be interpreted, and why."""

    part: str
    reason: str


@dataclass(frozen=True, slots=True)
class Part:
    facts: tuple[Fact, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    edges: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    targets: frozenset[DatasetId] = frozenset()
    is_drop: bool = False


def joined(*parts: Part) -> Part:
    return Part(
        facts=tuple(fact for part in parts for fact in part.facts),
        waiting=tuple(waiting for part in parts for waiting in part.waiting),
        edges=tuple(edge for part in parts for edge in part.edges),
        problems=tuple(problem for part in parts for problem in part.problems),
        targets=frozenset().union(*(part.targets for part in parts)),
        is_drop=any(part.is_drop for part in parts),
    )


def remembered(read: Callable[P, Part]) -> Callable[P, Part]:
    """Remember what a facet means, by its bytes, which come first among the arguments."""
    cached: Callable[P, Part] = lru_cache(maxsize=REMEMBERED)(read)  # type: ignore[assignment]

    @wraps(read)
    def look_up(*args: P.args, **kwargs: P.kwargs) -> Part:
        raw = args[0]
        large = isinstance(raw, bytes) and len(raw) > MAX_REMEMBERED_BYTES
        return read(*args, **kwargs) if large else cached(*args, **kwargs)

    return look_up


def interpreted(raw: bytes, shape: type[Any], meaning: Callable[[Any], Part], where: str) -> Part:
    """The facet's meaning; a malformed one is a problem of that facet alone."""
    try:
        if is_deleted(raw):
            return Part()
        return meaning(msgspec.json.decode(raw, type=shape, strict=False))
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        return Part(problems=(Problem(where, str(error)[:MAX_REASON]),))


def kept(raw: bytes, where: str, keep: Callable[[str | None], Part]) -> Part:
    """The facet as it came, None for one that is deleted; one nested beyond reason is a problem instead."""
    if _is_too_deep(raw):
        return Part(problems=(Problem(where, f"nested deeper than {MAX_DEPTH} levels"),))
    return keep(None if is_deleted(raw) else raw.decode())


def _is_too_deep(raw: bytes) -> bool:
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
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
    return depth


def is_deleted(raw: bytes) -> bool:
    if b'"_deleted"' not in raw:
        return False
    facet = _decode(raw)
    return isinstance(facet, dict) and facet.get("_deleted") is True
