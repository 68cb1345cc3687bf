"""How far a cause reached: the graph of what it broke, and the people who own or read that."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from headwater.answers.base import Node
from headwater.answers.investigation import AffectedPerson, IncidentGraph, IncidentLink, IncidentNode
from headwater.model.ids import DatasetId, NodeKind
from headwater.questions.investigation.evidence import GatheredEvidence
from headwater.timemachine.evidence import Entity, Observation, Sign
from headwater.timemachine.explanation import Explanation, RankedCause
from headwater.timemachine.lineage_view import LineageView, Link, NodeNote

MOST_NODES, MOST_PEOPLE = 60, 50
TEAM = "team:"


def to_node(entity: Entity) -> Node:
    kind = NodeKind.DATASET if isinstance(entity, DatasetId) else NodeKind.JOB
    return Node(f"{kind}:{entity}", kind, entity.namespace, entity.name, None)


def incident_graph(found: Explanation, lineage: LineageView) -> IncidentGraph:
    """The cause, the way to the alert, and whatever else failed or got no data because of it."""
    if found.cause is None:
        return IncidentGraph((), (), 0)
    reached = _reached(found, found.cause)
    shown = reached[:MOST_NODES]
    notes = dict(lineage.notes)
    first = _first_seen(found.observations)
    return IncidentGraph(
        tuple(_node(one, found, found.cause, first.get(one), notes.get(one, NodeNote())) for one in shown),
        tuple(
            IncidentLink(to_node(one).id, to_node(other).id)
            for one, other in _links(found.cause, lineage.links, set(shown))
        ),
        len(reached),
    )


def affected_people(found: Explanation, gathered: GatheredEvidence) -> tuple[AffectedPerson, ...]:
    """Owners of what is broken or at risk, and who read it since; a team where no person is known."""
    if found.cause is None:
        return ()
    notes = dict(gathered.lineage.notes)
    broken = [one for one in _reached(found, found.cause) if one != found.cause.suspect.entity]
    at_risk = [one.entity for one in found.silent]
    owned, risky = _by_owner(broken, notes), _by_owner(at_risk, notes)
    wrong = {*broken, *at_risk}
    reads = [
        one
        for one in gathered.evidence.reads
        if one.dataset in wrong and one.last >= found.cause.suspect.time
    ]
    people = [
        AffectedPerson(
            person=person,
            owns=tuple(map(to_node, owned[person])),
            at_risk=tuple(to_node(one) for one in risky[person] if one not in owned[person]),
            read=tuple(
                to_node(one) for one in dict.fromkeys(read.dataset for read in reads if read.reader == person)
            ),
            last_read=max((read.last for read in reads if read.reader == person), default=None),
        )
        for person in {**owned, **risky, **{read.reader: None for read in reads}}
    ]
    people.sort(key=lambda one: (-len(one.owns), -len(one.read), -len(one.at_risk), one.person))
    return tuple(people[:MOST_PEOPLE])


def _reached(found: Explanation, cause: RankedCause) -> list[Entity]:
    """First the cause, then by the time at which it showed."""
    seen = (one.entity for one in found.observations)
    stations = (one.entity for one in cause.path)
    damage = found.damage
    whole = (cause.suspect.entity, *stations, *seen, *damage.failed_jobs, *damage.datasets_without_data)
    return list(dict.fromkeys((*whole, found.alert.entity)))


def _first_seen(observations: Iterable[Observation]) -> dict[Entity, Observation]:
    first: dict[Entity, Observation] = {}
    for one in observations:
        if one.sign is not Sign.ALERTED:
            first.setdefault(one.entity, one)
    return first


def _node(
    entity: Entity, found: Explanation, cause: RankedCause, seen: Observation | None, note: NodeNote
) -> IncidentNode:
    # An entity can be several things at once: what says most goes first.
    state, says = "between", ""
    at = seen.time if seen else None
    if entity == cause.suspect.entity:
        state, at, says = "cause", cause.suspect.time, cause.suspect.says
    elif entity in found.damage.failed_jobs:
        state, says = "failed", seen.message or seen.name if seen else ""
    elif entity in found.damage.datasets_without_data:
        state, says = "no_data", seen.name if seen else ""
    elif entity == found.alert.entity:
        state, at = "alerted", found.alert.at
    elif seen is not None:
        state, says = ("failing_test" if seen.sign is Sign.ASSERTION_FAILED else "failed"), seen.name
    return IncidentNode(
        node=to_node(entity),
        state=state,  # type: ignore[arg-type]
        at=at,
        says=says[:300],
        type=note.kind or None,
        owners=note.owners,
        tier=note.tier,
    )


def _links(
    cause: RankedCause, links: Sequence[Link], shown: set[Entity]
) -> tuple[tuple[Entity, Entity], ...]:
    """The stations of the proof one after the other, and what lineage says of the rest."""
    way = list(pairwise(step.entity for step in cause.path))
    # A proof can begin at what the cause was observed on, one step behind it.
    if cause.path and cause.path[0].entity != cause.suspect.entity:
        way.insert(0, (cause.suspect.entity, cause.path[0].entity))
    between = sorted(
        (
            (one.source, one.target)
            for one in links
            if one.source_column is None and one.target_column is None
        ),
        key=lambda ends: (str(ends[0]), str(ends[1])),
    )
    ends = dict.fromkeys(one for one in between if one[0] in shown and one[1] in shown and one[0] != one[1])
    following: dict[Entity, set[Entity]] = defaultdict(set)
    for one, other in ends:
        following[one].add(other)
    # From dataset to dataset is the same as through the job between them.
    direct = (pair for pair in ends if not any(pair[1] in following[one] for one in following[pair[0]]))
    return tuple(dict.fromkeys((*(pair for pair in way if shown.issuperset(pair)), *direct)))


def _by_owner(entities: Iterable[Entity], notes: dict[Entity, NodeNote]) -> dict[str, list[Entity]]:
    owned: dict[str, list[Entity]] = defaultdict(list)
    for entity in entities:
        owners = notes.get(entity, NodeNote()).owners
        # Both a person and the team would hear of the same damage twice.
        for owner in [one for one in owners if not one.startswith(TEAM)] or owners[:1]:
            owned[owner].append(entity)
    return owned
