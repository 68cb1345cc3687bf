"""What judges said, as a part of an answer."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import get_args

from headwater.answers.proofs import OtherJudgement, ProvedVerdict, QueryVerdictName, SqlFragment
from headwater.answers.simulation import VerdictCounts
from headwater.simulator.judge import QueryVerdict
from headwater.simulator.settlement import Settlement

BREAKS = (QueryVerdict.WILL_ERROR, QueryVerdict.WILL_SILENTLY_CHANGE)
# How much of a simulation an answer shows; the counts are of everything.
SHOWN_TEXTS = 1000
SHOWN_CHARACTERS = 4000
SHOWN_NAMES = 20


def counts(verdicts: Iterable[str] | Mapping[str, int]) -> VerdictCounts:
    found = Counter(verdicts)
    return VerdictCounts(**{name: found[name] for name in get_args(QueryVerdictName)})


def other_judgements(settlement: Settlement) -> tuple[OtherJudgement, ...]:
    """Of those who said something else than what counts."""
    return tuple(
        OtherJudgement(one.judge, one.verdict.value, one.reason.value, one.says) for one in settlement.others
    )


def proved_verdict(settlement: Settlement) -> ProvedVerdict:
    found = settlement.judgement
    place = found.fragment
    return ProvedVerdict(
        verdict=found.verdict.value,
        reason=found.reason.value,
        says=found.says,
        fragment=SqlFragment(place.line, place.column, place.length) if place else None,
        judge=found.judge,
        others=other_judgements(settlement),
    )
