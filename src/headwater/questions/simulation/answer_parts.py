"""The parts that every simulation's answer has, whether its texts come from the index or from files."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from headwater.answers.proofs import QueryVerdictName, SqlFragment
from headwater.answers.simulation import (
    BlastRadiusParts,
    CarriedSchemaChange,
    SimulatedText,
    SimulatedTexts,
    SimulatedUser,
)
from headwater.questions.simulation.judgements import BREAKS, SHOWN_TEXTS, counts, other_judgements
from headwater.simulator.blast_radius import BlastRadius
from headwater.simulator.judge import ORDER, QueryVerdict
from headwater.simulator.propagation import CarriedChange, Propagation, TextVerdict

SHOWN_USERS = 100
Text = TypeVar("Text")
UNKNOWN = QueryVerdict.COULD_NOT_ANALYZE


def overall_verdict(found: Iterable[str], *, complete: bool) -> QueryVerdictName:
    """The worst of all texts. No change is called safe while something could not be looked at.

    >>> overall_verdict(["safe", "will_silently_change"], complete=True)
    'will_silently_change'
    >>> overall_verdict(["safe"], complete=False)
    'could_not_analyze'
    """
    known = set(found)
    for verdict in BREAKS:
        if verdict.value in known:
            return verdict.value
    return QueryVerdict.SAFE.value if complete else UNKNOWN.value


def unanalysed_reasons(found: Propagation) -> list[str]:
    """Of each text that could not be analysed, why."""
    judgements = (one.judgement for one in found.verdicts.values())
    return [one.reason.value for one in judgements if one.verdict is UNKNOWN]


def missing_engines(found: Propagation) -> Counter[str]:
    """By engine, texts of which its word is wanted and was not heard."""
    return Counter(one.settlement.missing for one in found.verdicts.values() if one.settlement.missing)


def radius_parts(radius: BlastRadius) -> BlastRadiusParts:
    return BlastRadiusParts(
        radius.tier_score, radius.usage_score, radius.count_score, radius.activity, radius.final_score
    )


def verdict_rank(verdict: TextVerdict, runs: int) -> tuple[int, int, int]:
    """The worst, the nearest and the most used first."""
    return ORDER.index(verdict.judgement.verdict), verdict.hop, -runs


def judged_fields(verdict: TextVerdict) -> dict[str, Any]:
    """Of an answer's text, all that its judges said."""
    judgement, place = verdict.judgement, verdict.judgement.fragment
    return {
        "verdict": judgement.verdict.value,
        "reason": judgement.reason.value,
        "says": judgement.says,
        "fragment": SqlFragment(place.line, place.column, place.length) if place else None,
        "judge": judgement.judge,
        "others": other_judgements(verdict.settlement),
        "hop": verdict.hop,
    }


def simulated_texts(
    ranked: Sequence[tuple[Text, TextVerdict]],
    to_answer: Callable[[Text, TextVerdict], SimulatedText],
    shown: Callable[[TextVerdict], bool] = lambda _: True,
) -> SimulatedTexts:
    """All are counted, and the first of those that are worth a line are given."""
    listed = [pair for pair in ranked if shown(pair[1])][:SHOWN_TEXTS]
    return SimulatedTexts(
        total=len(ranked),
        counts=counts(verdict.judgement.verdict for _, verdict in ranked),
        items=tuple(to_answer(*pair) for pair in listed),
    )


def ranked_users(
    queries: Iterable[tuple[QueryVerdict, Iterable[tuple[str, int]]]],
) -> Iterator[SimulatedUser]:
    """Of each query its verdict and who ran it how often; whoever has the most queries comes first."""
    verdicts: dict[QueryVerdict, dict[str, int]] = {}
    runs: dict[str, int] = {}
    for verdict, by_user in queries:
        of_verdict = verdicts.setdefault(verdict, {})
        for user, number in by_user:
            of_verdict[user] = of_verdict.get(user, 0) + 1
            runs[user] = runs.get(user, 0) + number
    total = {user: sum(found.get(user, 0) for found in verdicts.values()) for user in runs}
    ranked = sorted(total, key=lambda user: (-total[user], -runs[user], user))
    for user in ranked[:SHOWN_USERS]:
        own = {verdict.value: found.get(user, 0) for verdict, found in verdicts.items()}
        yield SimulatedUser(user, total[user], runs[user], counts(own))


def carried_changes(
    found: Propagation, name: Callable[[str], str], made_by: Callable[[CarriedChange], tuple[str, ...]]
) -> tuple[CarriedSchemaChange, ...]:
    """Tables that change because what makes them does, the nearest first."""
    ranked = sorted(found.carried.values(), key=lambda one: (one.hop, one.table))
    return tuple(
        CarriedSchemaChange(name(one.table), one.hop, made_by(one), one.in_words(), one.gone)
        for one in ranked
    )
