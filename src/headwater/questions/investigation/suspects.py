"""Recorded changes that may be the cause of an alert: of schemas, code, datasets, lineage, watermarks."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import numpy as np

from headwater.graph.arcs import ATTACHED, FOREVER, ArcKind
from headwater.model.times import to_micros
from headwater.model.watermark import order
from headwater.questions.history.judged_changes import JudgedVersion, judged
from headwater.questions.investigation.neighbourhood import NamedLineage, Neighbourhood, moment
from headwater.questions.investigation.symptoms import Window
from headwater.questions.reading import Reading
from headwater.simulator.changes import Change, Verdict
from headwater.store.queries import nodes, schema_history
from headwater.store.queries.evidence import changes
from headwater.store.queries.evidence.changes import CodeChange
from headwater.store.queries.rows import Connection
from headwater.store.queries.schema_history import VersionFilter, VersionRow
from headwater.timemachine.evidence import Entity, Suspect, SuspectKind

MOST_VERSIONS, MOST_CODE, MOST_LIVES, MOST_EDGES, MOST_SIGNALS = 200, 200, 100, 100, 200
# Of one version: a table that is made anew changes all of its columns at once.
MOST_COLUMNS = 20
# A new text and a new state of the source are one change where they come so close together.
TOGETHER = timedelta(minutes=5)
# With fewer runs before it, how often the code of a job changes is not known.
LEAST_RUNS = 8
SEVERITY = {Verdict.BREAKING: "error", Verdict.RISKY: "warning", Verdict.COMPATIBLE: "info"}
WORDS = {
    "added": "added column {column}",
    "removed": "dropped column {column}",
    "renamed": "renamed column {column} to {new_name}",
    "type_changed": "changed the type of column {column} from {old_type} to {new_type}",
    "nullability_changed": "changed whether column {column} may be null",
    "reordered": "reordered columns",
}
LIVES = {
    "DROP": (SuspectKind.DATASET_DROPPED, "dropped the dataset"),
    "TRUNCATE": (SuspectKind.DATASET_DROPPED, "emptied the dataset"),
    "RENAME": (SuspectKind.DATASET_RENAMED, "renamed the dataset"),
}
TABLE_ARCS = (ArcKind.READS, ArcKind.WRITES, ArcKind.FEEDS)


@dataclass(frozen=True, slots=True)
class Suspects:
    """`versions` are the schemas before and after, by the id of the suspect."""

    found: tuple[Suspect, ...]
    versions: dict[str, VersionRow]
    missing: tuple[str, ...]


def recorded(reading: Reading, near: Neighbourhood, named: NamedLineage, window: Window) -> Suspects:
    connection = reading.connection
    since, until = window.since, window.until
    members = named.members(named.datasets)
    schemas, versions, cut = _schema_changes(reading, named, members, window)
    # A migration is recognised by what it changed: that its job ran another text is the same thing again.
    migrations = {one.run for one in schemas if one.run}
    code = changes.code(connection, named.jobs, since, until, MOST_CODE)
    lives = changes.life_changes(connection, members, since, until, MOST_LIVES)
    gone = {one.event_id for one in lives}
    everyone = named.members([*named.datasets, *named.jobs])
    found = [
        *schemas,
        *_code_changes(named, [one for one in code if str(one.run_id) not in migrations]),
        *_lives(named, lives, _former_names(connection, named, lives)),
        *_lineage_changes(connection, near, named, window, gone),
        *_ceased(connection, near, named, window),
        *_watermarks(named, changes.watermarks(connection, named.jobs, since, until, MOST_LIVES)),
        *_signals(named, changes.signals(connection, everyone, since, until, MOST_SIGNALS)),
    ]
    missing = (f"Of the schema changes, only the latest {MOST_VERSIONS} were looked at.",) if cut else ()
    return Suspects(tuple(found), versions, missing)


def _schema_changes(
    reading: Reading, named: NamedLineage, members: Sequence[int], window: Window
) -> tuple[list[Suspect], dict[str, VersionRow], bool]:
    wanted = VersionFilter(
        datasets=members,
        since=window.since,
        until=window.until + timedelta(microseconds=1),
        changed=True,
    )
    rows, following = schema_history.page(reading.connection, wanted, MOST_VERSIONS, None)
    found: list[Suspect] = []
    versions: dict[str, VersionRow] = {}
    for one in judged(reading, rows):
        for suspect in _of_version(named, one):
            found.append(suspect)
            versions[suspect.id] = one.row
    return found, versions, following is not None


def _of_version(named: NamedLineage, one: JudgedVersion) -> Iterator[Suspect]:
    entity = named.entity(one.row.dataset_id)
    if entity is None:
        return
    for number, change in enumerate(one.changes[:MOST_COLUMNS]):
        yield Suspect(
            id=f"schema:{one.row.version_id}:{to_micros(one.row.at)}:{number}",
            kind=SuspectKind.SCHEMA_CHANGE,
            entity=entity,
            time=one.row.at,
            says=change_text(change),
            column=change.column if change.kind != "reordered" else None,
            actor=one.row.actor,
            schema=change,
            severity=SEVERITY[change.verdict],
            run=str(one.row.run_id) if one.row.run_id else None,
            event_id=str(one.row.event_id),
        )


def change_text(change: Change) -> str:
    """
    >>> change_text(Change("removed", "amount", Verdict.BREAKING, ""))
    'dropped column amount'
    """
    fields = {name: getattr(change, name) for name in ("column", "new_name", "old_type", "new_type")}
    return WORDS.get(change.kind, "changed column {column}").format(**fields)


def _code_changes(named: NamedLineage, found: Sequence[CodeChange]) -> Iterator[Suspect]:
    by_job: dict[int, list[CodeChange]] = defaultdict(list)
    # Sources come first: they say which state it is.
    for one in found:
        known = by_job[one.job_id]
        same = next((place for place, other in enumerate(known) if abs(other.at - one.at) <= TOGETHER), None)
        if same is None:
            known.append(one)
        elif one.text and not known[same].text:
            known[same] = _with_text(known[same], one)
    for job, changed in by_job.items():
        entity = named.entity(job)
        for one in changed if entity is not None else ():
            assert entity is not None
            yield Suspect(
                id=f"code:{job}:{to_micros(one.at)}",
                kind=SuspectKind.CODE_CHANGE,
                entity=entity,
                time=one.at,
                says=_code_words(one),
                actor=one.actor,
                message=str(_part(one.source, "url") or ""),
                run=str(one.run_id) if one.run_id else None,
                event_id=str(one.event_id) if one.event_id else None,
                text=one.text or "",
                text_before=one.text_before or "",
                base_rate=one.changes / one.runs if one.runs >= LEAST_RUNS else None,
                same_text=one.same_text,
            )


def _with_text(source: CodeChange, text: CodeChange) -> CodeChange:
    """A new state of the source that brought another text: the text says more, and how often that changes."""
    return replace(
        source,
        text=text.text,
        text_before=text.text_before,
        changes=min(source.changes, text.changes),
        same_text=False,
    )


def _code_words(one: CodeChange) -> str:
    version, before = _part(one.source, "version"), _part(one.before, "version")
    request = _part(one.source, "pull_request")
    words = "ran another text"
    if version and version != before:
        words = f"ran version {version[:12]}" + (f" instead of {before[:12]}" if before else "")
    return f"{words} (pull request {request})" if request else words


def _part(source: Any, name: str) -> str | None:
    value = source.get(name) if isinstance(source, dict) else None
    return value if isinstance(value, str) else None


def _former_names(
    connection: Connection, named: NamedLineage, found: Sequence[changes.LifeChange]
) -> dict[int, tuple[str, ...]]:
    """The other names of what was renamed, by the node that says so."""
    renamed = [one.node_id for one in found if one.state == "RENAME"]
    known = nodes.names(connection, named.members(renamed)) if renamed else {}
    of_entity: dict[Entity | None, list[str]] = defaultdict(list)
    for number, node in known.items():
        of_entity[named.entity(number)].append(node.name)
    former = {}
    for number in renamed:
        entity = named.entity(number)
        former[number] = tuple(sorted(name for name in of_entity[entity] if entity and name != entity.name))
    return former


def _lives(
    named: NamedLineage, found: Sequence[changes.LifeChange], former: dict[int, tuple[str, ...]]
) -> Iterator[Suspect]:
    for one in found:
        entity = named.entity(one.node_id)
        if entity is None:
            continue
        kind, words = LIVES[one.state]
        names = former.get(one.node_id, ())
        if len(names) == 1:
            words = f"{words}, which was {names[0]}"
        yield Suspect(
            id=f"life:{one.event_id}:{one.node_id}",
            kind=kind,
            entity=entity,
            time=one.at,
            says=words,
            actor=one.actor,
            severity="error",
            run=str(one.run_id) if one.run_id else None,
            event_id=str(one.event_id),
            formerly=names,
        )


def _lineage_changes(
    connection: Connection, near: Neighbourhood, named: NamedLineage, window: Window, gone: set[UUID]
) -> Iterator[Suspect]:
    """Edges between datasets and jobs that appeared, of what was known before, or vanished.

    Not those that ended with the dataset itself, or came back after that: its drop is the change.
    """
    arcs, start, end = near.graph.arcs, to_micros(window.since), to_micros(window.until)
    links = near.links[np.isin(near.graph.lane[near.links], (*TABLE_ARCS, ATTACHED))]
    began = arcs.since[links]
    ended = arcs.until[links]
    known = _known_before(near, start)
    appeared = links[(began > start) & (began <= end) & known[arcs.source[links]] & known[arcs.target[links]]]
    vanished = links[(ended > start) & (ended <= end) & (ended != FOREVER)]
    places = [(int(one), True) for one in appeared] + [(int(one), False) for one in vanished]
    places = _unbroken_left_out(arcs, links, places)
    places = sorted(places, key=lambda one: _change_time(arcs, one))[-MOST_EDGES:]
    edges = sorted({int(arcs.edge[place]) for place, _ in places})
    found = changes.spans(connection, edges) if edges else ()
    spans = {(one.edge_id, one.alive_from): one for one in found}
    ended_with_dataset = {one.edge_id for one in found if one.closed_by in gone}
    for place, opens in places:
        if int(arcs.edge[place]) not in ended_with_dataset:
            yield from _lineage_change(near, named, place, opens, spans)


def _ceased(
    connection: Connection, near: Neighbourhood, named: NamedLineage, window: Window
) -> Iterator[Suspect]:
    """Edges that the latest run did not show: the graph keeps them for some runs, an alert can't wait."""
    found = changes.ceased_edges(
        connection, named.jobs, [kind.value for kind in TABLE_ARCS], window.since, window.until, MOST_EDGES
    )
    arcs, end = near.graph.arcs, to_micros(window.until)
    wanted = [one.edge_id for one in found]
    kept = near.links[np.isin(arcs.edge[near.links], wanted) & (arcs.until[near.links] > end)]
    places = dict(zip(arcs.edge[kept].tolist(), kept.tolist(), strict=True))
    for one in found:
        if one.edge_id in places:
            for suspect in _lineage_change(near, named, places[one.edge_id], False, {}):
                event = str(one.event_id) if one.event_id else None
                yield replace(suspect, time=one.at, run=str(one.run_id), event_id=event)


def _unbroken_left_out(arcs: Any, links: Any, places: list[tuple[int, bool]]) -> list[tuple[int, bool]]:
    """Without edges that end and begin at once: they only carry something else from then on."""
    begun = set(zip(arcs.edge[links].tolist(), arcs.since[links].tolist(), strict=True))
    ended = set(zip(arcs.edge[links].tolist(), arcs.until[links].tolist(), strict=True))
    turns = begun & ended
    return [one for one in places if (int(arcs.edge[one[0]]), _change_time(arcs, one)) not in turns]


def _known_before(near: Neighbourhood, start: int) -> Any:
    """By node: whether any edge of it was seen before the window."""
    arcs = near.graph.arcs
    known = np.zeros(near.graph.size, np.bool_)
    earlier = near.links[arcs.since[near.links] <= start]
    known[arcs.source[earlier]] = known[arcs.target[earlier]] = True
    return known


def _change_time(arcs: Any, one: tuple[int, bool]) -> int:
    place, opens = one
    return int(arcs.since[place] if opens else arcs.until[place])


def _lineage_change(
    near: Neighbourhood, named: NamedLineage, place: int, opens: bool, spans: dict[tuple[int, datetime], Any]
) -> Iterator[Suspect]:
    arcs = near.graph.arcs
    source, target = int(arcs.source[place]), int(arcs.target[place])
    kind, edge = int(arcs.kind[place]), int(arcs.edge[place])
    owner = target if kind in (ArcKind.READS, ArcKind.FEEDS) else source
    other = source if owner == target else target
    entity, far = named.entity(owner), named.entity(other)
    if entity is None or far is None:
        return
    verb = "write" if kind == ArcKind.WRITES else "read"
    since = int(arcs.since[place])
    span = spans.get((edge, moment(since)))
    event = (span.opened_by if opens else span.closed_by) if span else None
    yield Suspect(
        id=f"edge:{edge}:{since}:{'opened' if opens else 'closed'}",
        kind=SuspectKind.LINEAGE_CHANGE,
        entity=entity,
        time=moment(_change_time(arcs, (place, opens))),
        says=f"{'began' if opens else 'ceased'} to {verb} {far.name}",
        event_id=str(event) if event else None,
    )


def _watermarks(named: NamedLineage, found: Sequence[changes.WatermarkStep]) -> Iterator[Suspect]:
    for one in found:
        entity, step = named.entity(one.job_id), order(one.watermark, one.previous)
        if entity is None or not step:
            continue
        how = "moved back" if step < 0 else "skipped ahead"
        yield Suspect(
            id=f"watermark:{one.run_id}",
            kind=SuspectKind.WATERMARK_MOVE,
            entity=entity,
            time=one.at,
            says=f"the watermark {how} from {one.previous[:80]} to {one.watermark[:80]}",
            severity="warning",
            run=str(one.run_id),
        )


def _signals(named: NamedLineage, found: Sequence[Any]) -> Iterator[Suspect]:
    for one in found:
        entity = named.entity(one.node_id)
        if entity is None:
            continue
        suspect = Suspect(
            id=f"signal:{one.key}",
            kind=SuspectKind.SIGNAL,
            entity=entity,
            time=one.at,
            says=one.text[:200],
            column=one.field,
            actor=one.author,
            message=one.text[:4000],
            severity="error" if one.severity == "critical" else one.severity,
            event_id=str(one.event_id),
        )
        yield replace(suspect, says=f"{one.source}: {suspect.says}") if one.source else suspect
