"""Which texts of a simulation are proved, and which wait for an engine."""

from collections.abc import Callable, Collection, Iterable

from headwater.answers.proofs import ProofProgress
from headwater.questions.simulation.people import PlacedText
from headwater.simulator.judge import ORDER, QueryVerdict
from headwater.simulator.proof_inputs import UnprovedText
from headwater.simulator.propagation import ReplayedText, TextVerdict
from headwater.store.queries.replayed_texts import IndexedText

MOST_USERS = 100


def progress(verdicts: Collection[TextVerdict]) -> ProofProgress:
    settlements = [one.settlement for one in verdicts]
    return ProofProgress(
        proved=sum(one.proved and one.missing is None for one in settlements),
        waiting=sum(one.missing is not None for one in settlements),
    )


def unproved_texts(
    placed: Iterable[PlacedText],
    replayed: Iterable[ReplayedText],
    finding: Callable[[IndexedText, QueryVerdict], str | None],
) -> list[UnprovedText]:
    queries = {text.key: text.query for text in replayed}
    return [
        UnprovedText(
            fingerprint=one.text.fingerprint,
            dialect=queries[one.text.fingerprint].dialect,
            namespace=queries[one.text.fingerprint].namespace,
            is_query=one.text.is_query,
            verdict=one.verdict.judgement.verdict,
            reason=one.verdict.judgement.reason.value,
            users=tuple(one.uses.ranked_names[:MOST_USERS]) if one.uses else (),
            findings={name.value: found for name in ORDER if (found := finding(one.text, name))},
        )
        for one in placed
        if one.verdict.settlement.missing
    ]
