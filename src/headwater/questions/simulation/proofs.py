"""Proofs that arrive after a simulation was answered: asked of the worker, and added to what was computed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from msgspec import structs

from headwater.answers.proofs import ProofProgress, ProvedVerdict, TextProof
from headwater.answers.simulation import (
    SimulatedText,
    SimulatedTexts,
    SimulatedUser,
    Simulation,
    SimulationCoverage,
    SimulationReason,
    VerdictCounts,
)
from headwater.questions.simulation.answer_parts import overall_verdict
from headwater.questions.simulation.gaps import STILL_PROVED, still_proved, unanalysed
from headwater.simulator.judge import ORDER, QueryVerdict
from headwater.simulator.proof_inputs import ProofInputs, UnprovedText
from headwater.store import work
from headwater.store.queries import simulation_proofs
from headwater.store.queries.rows import Connection
from headwater.store.queries.simulation_proofs import KeptProofs

UNKNOWN = QueryVerdict.COULD_NOT_ANALYZE.value
RANKS = {verdict.value: rank for rank, verdict in enumerate(ORDER)}


def ask_later(connection: Connection, simulation: Simulation, inputs: ProofInputs) -> int:
    """Has the worker prove the rest, in the transaction that keeps the simulation."""
    work.request(connection, "proofs", {"simulation": simulation.id})
    return simulation_proofs.insert(
        connection, simulation.id, simulation.at, simulation.verdict, inputs=inputs
    )


@dataclass(frozen=True, slots=True)
class ChangedVerdict:
    """A text whose verdict is another one since its engine spoke."""

    text: UnprovedText
    found: ProvedVerdict


def with_proofs(simulation: Simulation, kept: KeptProofs) -> Simulation:
    """As it was computed, with what was proved since; score and runbook stay."""
    if kept.inputs is None:
        return simulation
    moved = [
        ChangedVerdict(text, proof.found)
        for text in kept.inputs.texts
        if (proof := kept.proofs.get(text.fingerprint)) and proof.found
    ]
    waiting = len(kept.waiting)
    queries = _texts(simulation.queries, moved, kept, is_query=True)
    job_texts = _texts(simulation.job_texts, moved, kept, is_query=False)
    coverage = _coverage(simulation.coverage, moved, waiting)
    return structs.replace(
        simulation,
        queries=queries,
        job_texts=job_texts,
        coverage=coverage,
        users=tuple(_user(user, moved) for user in simulation.users),
        verdict=overall_verdict(_found(queries.counts, job_texts.counts), complete=coverage.complete),
        proofs=ProofProgress(simulation.proofs.proved + len(kept.proofs), waiting),
    )


def _shifted(counts: VerdictCounts, moved: Iterable[ChangedVerdict]) -> VerdictCounts:
    found = Counter({name: getattr(counts, name) for name in VerdictCounts.__struct_fields__})
    for one in moved:
        found[one.text.verdict.value] -= 1
        found[one.found.verdict] += 1
    return VerdictCounts(**{name: found[name] for name in VerdictCounts.__struct_fields__})


def _texts(
    texts: SimulatedTexts, moved: Iterable[ChangedVerdict], kept: KeptProofs, *, is_query: bool
) -> SimulatedTexts:
    chosen = {one.text.fingerprint: one for one in moved if one.text.is_query is is_query}
    items = [_text(text, chosen, kept.proofs) for text in texts.items]
    items.sort(key=lambda text: (RANKS[text.verdict], text.hop, -text.runs, text.fingerprint))
    return SimulatedTexts(texts.total, _shifted(texts.counts, chosen.values()), tuple(items))


def _text(
    text: SimulatedText, moved: Mapping[str, ChangedVerdict], proofs: Mapping[str, TextProof]
) -> SimulatedText:
    if text.fingerprint not in proofs:
        return text
    one = moved.get(text.fingerprint)
    if one is None:
        return structs.replace(text, being_proved_by=None)
    return structs.replace(
        text,
        **structs.asdict(one.found),
        being_proved_by=None,
        finding=one.text.findings.get(one.found.verdict),
    )


def _user(user: SimulatedUser, moved: Iterable[ChangedVerdict]) -> SimulatedUser:
    own = [one for one in moved if one.text.is_query and user.user in one.text.users]
    return structs.replace(user, verdicts=_shifted(user.verdicts, own)) if own else user


def _coverage(
    coverage: SimulationCoverage, moved: Iterable[ChangedVerdict], waiting: int
) -> SimulationCoverage:
    reasons = {one.reason: one.texts for one in coverage.not_analysed}
    gaps = [gap for gap in coverage.gaps if STILL_PROVED not in gap]
    analysed = coverage.analysed
    for one in moved:
        if one.text.verdict.value == UNKNOWN and one.found.verdict != UNKNOWN and one.text.reason in reasons:
            analysed += 1
            number = reasons[one.text.reason]
            old, new = unanalysed(one.text.reason, number), unanalysed(one.text.reason, number - 1)
            gaps = [new if gap == old else gap for gap in gaps if gap != old or number > 1]
            reasons[one.text.reason] = number - 1
    if waiting:
        gaps.append(still_proved(waiting))
    left = tuple(SimulationReason(reason, texts) for reason, texts in reasons.items() if texts)
    return structs.replace(
        coverage, analysed=analysed, not_analysed=left, gaps=tuple(gaps), complete=not gaps
    )


def _found(*sides: VerdictCounts) -> Iterator[str]:
    names = VerdictCounts.__struct_fields__
    return (name for side in sides for name in names if getattr(side, name))
