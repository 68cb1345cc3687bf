"""From what the engine found to the answer of an investigation."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from uuid import UUID

from headwater.answers.investigation import (
    CauseReason,
    Examined,
    IncidentDamage,
    IncidentMoment,
    InvestigatedCause,
    Investigation,
    ObservedFailure,
    OtherCause,
    ProofPathStep,
    RecordedChange,
    RecoveryRun,
    UnalertedAsset,
)
from headwater.answers.span_reference import SpanReference
from headwater.documents.words import count
from headwater.questions.investigation.evidence import GatheredEvidence
from headwater.questions.investigation.extent import affected_people, incident_graph, to_node
from headwater.timemachine.evidence import Entity, Observation, Sign, SpanEvidence, Suspect
from headwater.timemachine.explanation import Explanation, RankedCause, WhyLine
from headwater.timemachine.lineage_view import NodeNote

# So many of what changed are shown, and so many readers of one asset.
SHOWN, READERS = 200, 10


def answer(
    found: Explanation, gathered: GatheredEvidence, run: UUID | None, due: Mapping[Entity, datetime]
) -> Investigation:
    ranked = [*([found.cause] if found.cause else []), *found.alternatives]
    parts = {one.suspect.id: _reasons((*one.why, *one.why_not)) for one in ranked}
    changes = sorted(
        (one for one in gathered.evidence.suspects if one.entity in gathered.upstream),
        key=lambda one: (one.time, one.id),
        reverse=True,
    )
    return Investigation(
        node=to_node(found.alert.entity),
        column=found.alert.column,
        run_id=run,
        at=found.alert.at,
        since=found.alert.since,
        model=found.model.value,
        confidence=round(100 * found.probability),
        label=found.label.value,
        summary=summary(found),
        cause=_cause(found.cause) if found.cause else None,
        alternatives=tuple(_cause(one) for one in found.alternatives),
        none_probability=round(found.none_probability, 4),
        damage=_damage(found),
        # The alert itself is what was asked about, and nothing that was recorded.
        failures=tuple(_failure(one) for one in found.observations if one.sign is not Sign.ALERTED),
        timeline=tuple(_moments(found, parts)),
        unalerted=tuple(_unalerted(found, dict(gathered.lineage.notes), due)),
        graph=incident_graph(found, gathered.lineage),
        people=affected_people(found, gathered),
        mended_by_revert=found.counterfactual.mended,
        not_mended_by_revert=found.counterfactual.not_mended,
        recovery=tuple(_recovery(found)),
        action=found.action,
        others=tuple(_others(found)),
        changes=tuple(to_change(one) for one in changes[:SHOWN]),
        changes_total=len(changes),
        examined=_examined(found),
        missing=(*found.missing, *_unasked(gathered)),
    )


def _damage(found: Explanation) -> IncidentDamage:
    return IncidentDamage(
        tuple(map(to_node, found.damage.failed_jobs)),
        tuple(map(to_node, found.damage.datasets_without_data)),
        found.damage.failing_assertions,
    )


def _recovery(found: Explanation) -> Iterator[RecoveryRun]:
    for step in found.recovery:
        yield RecoveryRun(step.order, to_node(step.job), step.says, step.partitions, step.runs)


def _others(found: Explanation) -> Iterator[OtherCause]:
    for one in found.others:
        change = to_change(one.suspect) if one.suspect else None
        yield OtherCause(change, round(one.probability, 4), one.observations)


def _unasked(gathered: GatheredEvidence) -> tuple[str, ...]:
    unasked = gathered.judge.unasked
    if not unasked:
        return ()
    return (f"There was no time to hold {count(unasked, 'schema change')} against texts of jobs.",)


def summary(found: Explanation) -> str:
    """One sentence for people."""
    if found.cause is None:
        return _unnamed(found)
    suspect = found.cause.suspect
    # The alert itself is what was asked about, and no failure that followed.
    asked = {one.id for one in found.observations if one.sign is Sign.ALERTED}
    failures = len(set(found.cause.explains) - asked - {suspect.id})
    tail = f", and {count(failures, 'failure')} followed from it." if failures else "."
    return f"{_what_happened(suspect)}{tail}"


def _unnamed(found: Explanation) -> str:
    """What is likely, yet not sure enough to be named, is said all the same."""
    first = next(iter(found.alternatives), None)
    if first is None or first.probability <= found.none_probability:
        return "Nothing that was recorded explains it."
    likeliest = f"likeliest ({first.probability:.0%}): {_what_happened(first.suspect)}"
    return f"Nothing is sure enough to be named; {likeliest}."


def _what_happened(suspect: Suspect) -> str:
    who = f"{suspect.actor} " if suspect.actor else f"{suspect.entity.name}: "
    return f"{who}{suspect.says} at {suspect.time:%H:%M} UTC on {suspect.time:%Y-%m-%d}"


def to_change(one: Suspect) -> RecordedChange:
    return RecordedChange(
        id=one.id,
        kind=one.kind.value,
        node=to_node(one.entity),
        column=one.column,
        at=one.time,
        says=one.says,
        actor=one.actor,
        severity=one.severity,
        run_id=one.run,
        event_id=one.event_id,
        span=to_span(one.span),
    )


def to_span(span: SpanEvidence | None) -> SpanReference | None:
    if span is None:
        return None
    usual = None if span.usual_seconds is None else round(1000 * span.usual_seconds, 3)
    took = round(1000 * span.seconds, 3)
    message = span.message[:1000]
    return SpanReference(span.trace_id, span.span_id, span.name, span.service, took, usual, message)


def _cause(one: RankedCause) -> InvestigatedCause:
    return InvestigatedCause(
        change=to_change(one.suspect),
        probability=round(one.probability, 4),
        score=round(one.score, 3),
        why=_reasons(one.why),
        why_not=_reasons(one.why_not),
        path=tuple(
            ProofPathStep(
                to_node(step.entity), step.column, step.says, step.time, step.event_id, step.confidence
            )
            for step in one.path
        ),
        explains=one.explains,
    )


def _reasons(lines: tuple[WhyLine, ...]) -> tuple[CauseReason, ...]:
    return tuple(CauseReason(one.what, round(one.weight, 3), one.says, one.about) for one in lines)


def _failure(one: Observation) -> ObservedFailure:
    return ObservedFailure(
        id=one.id,
        sign=one.sign.value,
        node=to_node(one.entity),
        column=one.column,
        at=one.time,
        started_at=one.started,
        name=one.name,
        message=one.message[:1000],
        run_id=one.run,
        event_id=one.event_id,
        span=to_span(one.span),
    )


def _moments(found: Explanation, parts: dict[str, tuple[CauseReason, ...]]) -> list[IncidentMoment]:
    return [
        IncidentMoment(
            phase=one.phase.value,
            at=one.time,
            node=to_node(one.entity),
            column=one.column,
            says=one.says,
            score=None if one.score is None else round(one.score, 1),
            parts=parts.get(one.evidence, ()),
            evidence=one.evidence,
            run_id=one.run,
            event_id=one.event_id,
        )
        for one in found.timeline
    ]


def _unalerted(
    found: Explanation, notes: Mapping[Entity, NodeNote], due: Mapping[Entity, datetime]
) -> list[UnalertedAsset]:
    listed = []
    for one in found.silent:
        readers = sorted(one.readers, key=lambda read: read.last, reverse=True)
        note = notes.get(one.entity, NodeNote())
        listed.append(
            UnalertedAsset(
                node=to_node(one.entity),
                column=one.column,
                likelihood=round(one.likelihood, 4),
                hops=one.hops,
                readers=tuple(dict.fromkeys(read.reader for read in readers))[:READERS],
                type=note.kind or None,
                owners=note.owners,
                tier=note.tier,
                due=due.get(one.entity),
            )
        )
    return listed


def _examined(found: Explanation) -> Examined:
    seen = found.looked_at
    return Examined(
        nodes=seen.nodes,
        links=seen.links,
        observations=seen.observations,
        bad_observations=seen.bad_observations,
        changes=seen.suspects,
        changes_with_path=seen.suspects_with_path,
        judged=seen.judged,
    )
