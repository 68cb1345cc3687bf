"""Several judges of one query: the engine of the text's own dialect wins, and a disagreement is shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from headwater.simulator.judge import Judgement, QueryVerdict


@dataclass(frozen=True, slots=True)
class Settlement:
    """`judgement` is what counts; `others` said something else, and are shown beside it."""

    judgement: Judgement
    others: tuple[Judgement, ...] = ()
    proved: bool = False
    """Whether any engine spoke."""
    missing: str | None = None
    """The engine whose word is wanted and was not heard: it is not at hand, or there was no time."""


def settled(ours: Judgement, engines: Sequence[Judgement], own: Judgement | None = None) -> Settlement:
    """What counts of our judgement, of those of other engines, and of that of the text's own engine.

    A binder sees errors and the output's types, and nothing of values: where it finds no difference, a silent
    change that we found stands. An engine of another dialect only confirms or brings doubt.
    """
    deciding = ours
    if own is not None and own.verdict is not QueryVerdict.COULD_NOT_ANALYZE:
        deciding = _of_own_engine(ours, own)
    elif ours.verdict is QueryVerdict.COULD_NOT_ANALYZE:
        deciding = next((one for one in engines if one.verdict is QueryVerdict.WILL_ERROR), ours)
    heard = [ours, *([own] if own is not None else []), *engines]
    others = [one for one in heard if one is not deciding and _disagrees(one, deciding)]
    return Settlement(deciding, tuple(others))


def _of_own_engine(ours: Judgement, own: Judgement) -> Judgement:
    if own.verdict is QueryVerdict.SAFE and ours.verdict is QueryVerdict.WILL_SILENTLY_CHANGE:
        return ours
    # The same verdict with a place in the text says more.
    return ours if own.verdict is ours.verdict and ours.fragment is not None else own


def _disagrees(one: Judgement, other: Judgement) -> bool:
    unheard = QueryVerdict.COULD_NOT_ANALYZE
    return one.verdict is not other.verdict and unheard not in (one.verdict, other.verdict)
