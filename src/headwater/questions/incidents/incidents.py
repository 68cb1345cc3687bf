"""What is wrong, one row a cause: the list of incidents, and one of them with all that belongs to it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

import msgspec
from pydantic import BeforeValidator

from headwater.answers.base import Node
from headwater.answers.history import DatasetChange
from headwater.answers.incidents import (
    IncidentActivity,
    IncidentCounts,
    IncidentDetail,
    IncidentLinks,
    IncidentNextStep,
    IncidentPage,
    IncidentReader,
    IncidentSummary,
    IncidentTreeRow,
)
from headwater.errors import IncidentNotFoundError
from headwater.model.ids import NodeKind, node_key
from headwater.model.incidents import incident_number
from headwater.model.times import iso
from headwater.questions.incidents.explanation import KeptExplanation, KeptSignal, read_explanation
from headwater.questions.parameters import Cursor, Limit, Moment, OfTeam, Tier
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.simulation.links import time_machine
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries import labels, nodes
from headwater.store.queries.evidence import changes
from headwater.store.queries.incidents import activity, incidents
from headwater.store.queries.incidents.incidents import IncidentFilter, IncidentRow
from headwater.store.queries.labels import KeyLabel
from headwater.store.queries.paging import DEFAULT_LIMIT

MOST_ACTIVITY, MOST_READERS, READ_ROWS = 500, 100, 1000
NOTHING = IncidentCounts(0, 0, 0, 0, 0)


def _number(value: Any) -> Any:
    return incident_number(value) if isinstance(value, str) else value


IncidentId = Annotated[
    int,
    BeforeValidator(_number, json_schema_input_type=str),
    Parameter("Its number, or its name such as `INC-7`.", examples=("7",), minimum=1, maximum=2**63 - 1),
]
State = Annotated[Literal["open", "acknowledged", "resolved", "muted"] | None, Parameter("Filter by state.")]
OfOwner = Annotated[
    str | None,
    Parameter(
        "Filter by who owns something that belongs to it, or works on it.", examples=("user:sam.lead",)
    ),
]
Since = Annotated[
    Moment | None,
    Parameter(
        "Filter by when something failed in it last: at this time or later.",
        examples=("2026-04-20T00:00:00Z",),
    ),
]


@question("/incidents", topic="incidents", lists=("items",))
def list_incidents(
    reading: Reading,
    state: State = None,
    owner: OfOwner = None,
    tier: Tier = None,
    since: Since = None,
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> IncidentPage:
    """Failures, late data and failed tests by their cause, one incident each, the latest first.

    The worker opens an incident when a failure is published, and widens it as more comes. `counts` are by
    state, with the other filters.
    """
    wanted = IncidentFilter(state, owner, tier, since, reading.clock(), known_team(reading.connection, team))
    return incidents.page(reading.connection, wanted, limit, cursor)


@question("/incidents/{incident_id}", topic="incidents")
def incident(reading: Reading, incident_id: IncidentId) -> IncidentDetail:
    """One incident: cause and proof, what belongs to it as a tree, what to do next, and its history."""
    return described(reading, found_incident(reading, incident_id))


def found_incident(reading: Reading, number: int, *, lock: bool = False) -> IncidentRow:
    row = incidents.find(reading.connection, number, reading.clock(), lock=lock)
    if row is None:
        raise IncidentNotFoundError(number)
    return row


def described(reading: Reading, row: IncidentRow) -> IncidentDetail:
    connection = reading.connection
    kept = incidents.explanation(connection, row.id)
    said = read_explanation(kept) if kept is not None else None
    tree = _with_labels(reading, said.tree if said else ())
    signals = tuple(map(_signal, said.signals)) if said else ()
    done = activity.latest(connection, row.id, MOST_ACTIVITY)
    story = sorted((*done, *signals), key=lambda one: (one.at, one.id or 0), reverse=True)
    return IncidentDetail(
        **row.fields,
        proof=said.proof if said else None,
        alternatives=said.alternatives if said else (),
        none_probability=said.none_probability if said else 0.0,
        true_cause=incidents.read_change(row.true_cause),
        tree=tree,
        tree_total=len(tree),
        timeline=said.timeline if said else (),
        next_step=_next_step(said, tree, row.merged_into),
        recovery=said.recovery if said else (),
        readers=_readers(reading, row, tree),
        activity=tuple(story[:MOST_ACTIVITY]),
        activity_total=activity.total(connection, row.id) + len(signals),
        links=_links(row, said),
        missing=said.missing if said else (),
    )


def key_of(node: Node) -> str:
    return node_key(NodeKind(node.kind), node.namespace, node.name)


def _with_labels(reading: Reading, tree: Sequence[IncidentTreeRow]) -> tuple[IncidentTreeRow, ...]:
    keys = {row.id: key_of(row.node) for row in tree}
    known = labels.of_keys(reading.connection, set(keys.values()))
    return tuple(_labelled(row, known[keys[row.id]]) if keys[row.id] in known else row for row in tree)


def _labelled(row: IncidentTreeRow, label: KeyLabel) -> IncidentTreeRow:
    return msgspec.structs.replace(row, type=label.type, owners=tuple(label.owners), tier=label.tier)


def _signal(one: KeptSignal) -> IncidentActivity:
    details = {"node": one.node.id, "severity": one.severity, "event_id": one.event_id}
    return IncidentActivity(None, one.at, one.at, "signal", one.by, one.text, details)


def _next_step(
    said: KeptExplanation | None, tree: Sequence[IncidentTreeRow], merged: int | None
) -> IncidentNextStep:
    if said is None:
        action = (
            f"Look at INC-{merged}, which it is a part of." if merged else "Nothing is kept of its cause."
        )
        return IncidentNextStep(action, None, None, None, NOTHING, None)
    due = [row for row in tree if row.due_at is not None]
    first = min(due, key=lambda row: (row.due_at or said.at, row.id), default=None)
    return IncidentNextStep(
        action=said.action,
        sql=said.sql,
        deadline=first.due_at if first else None,
        deadline_of=first.node if first else None,
        mends=said.mends,
        rollback=said.rollback,
    )


def _readers(
    reading: Reading, row: IncidentRow, tree: Sequence[IncidentTreeRow]
) -> tuple[IncidentReader, ...]:
    """Who read what got no data, or is at risk, since the cause."""
    since = min([row.opened_at, *(one.at for one in tree if one.role == "cause" and one.at)])
    datasets = {key_of(one.node): one.node.id for one in tree if one.node.kind == NodeKind.DATASET}
    found = nodes.by_keys(reading.connection, list(datasets), (NodeKind.DATASET,))
    until = row.resolved_at or reading.clock()
    read = changes.readers(reading.connection, [one.id for one in found], since, until, READ_ROWS)
    names = {one.id: one.node_id for one in found}
    by_reader: dict[str, list[changes.ReaderRow]] = {}
    for one in read:
        by_reader.setdefault(one.reader, []).append(one)
    listed = [
        IncidentReader(
            reader,
            sum(one.times for one in rows),
            max(one.last for one in rows),
            tuple(dict.fromkeys(names[one.dataset_id] for one in rows)),
        )
        for reader, rows in by_reader.items()
    ]
    return tuple(sorted(listed, key=lambda one: (one.last, one.name), reverse=True)[:MOST_READERS])


def _links(row: IncidentRow, said: KeptExplanation | None) -> IncidentLinks:
    cause = incidents.read_change(row.cause)
    about = said.alert.id if said else (cause.node.id if cause else "")
    upon: datetime = said.at if said else row.last_at
    graph = {"asset": cause.node.id if cause else about, "as_of": iso(row.opened_at)}
    return IncidentLinks(
        investigation=time_machine(about, upon) + _lookback(said),
        graph=f"/api/v1/graph/downstream?{urlencode(graph)}",
    )


def _lookback(said: KeptExplanation | None) -> str:
    if said is None:
        return ""
    days = (said.at - said.since).total_seconds() / 86_400
    return f"&lookback_days={days:.4g}"


def incidents_of_changes(reading: Reading, made: Sequence[DatasetChange]) -> dict[str, list[IncidentSummary]]:
    """The incidents whose named cause is one of these changes, by its event."""
    if not made:
        return {}
    events, since = [str(one.event_id) for one in made], min(one.at for one in made)
    found: dict[str, list[IncidentSummary]] = {}
    for row in incidents.caused_by(reading.connection, events, since, reading.clock()):
        found.setdefault(row.cause["event_id"], []).append(row.answer)
    return found
