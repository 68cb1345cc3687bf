"""Everything that is known around an alert, gathered from the store and the graph for the engine."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from headwater.model.ids import DatasetId
from headwater.questions.investigation import suspects, symptoms
from headwater.questions.investigation.neighbourhood import NamedLineage, around
from headwater.questions.investigation.proof import Columns, SchemaProof, columns_of
from headwater.questions.investigation.spans import with_spans
from headwater.questions.investigation.symptoms import Window
from headwater.questions.reading import Reading
from headwater.store.queries import schemas
from headwater.store.queries.evidence import changes
from headwater.store.queries.nodes import NodeName
from headwater.timemachine.evidence import Entity, IncidentEvidence, Reads, Suspect
from headwater.timemachine.lineage_view import LineageView

# Who read what since: of the nearest datasets, so many readers.
READ_DATASETS, MOST_READERS = 200, 500
READ_SCHEMAS = 500


@dataclass(frozen=True, slots=True)
class GatheredEvidence:
    """`judge` holds schema changes against the texts of jobs; `upstream` are what the alert is made from."""

    root: Entity
    evidence: IncidentEvidence
    lineage: LineageView
    judge: SchemaProof
    upstream: frozenset[Entity]


def gather(reading: Reading, root: NodeName, since: datetime, at: datetime) -> GatheredEvidence:
    connection, window = reading.connection, Window(since, at)
    near = around(reading.graph, root.id, since, at)
    named = NamedLineage(reading, near)
    observed = symptoms.observed(connection, named, window)
    traced = with_spans(reading, observed.observations, window)
    recorded = suspects.recorded(reading, near, named, window)
    lineage = named.view()
    entity = named.entity(root.id)
    assert entity is not None, "the alerted entity is always in its own neighbourhood"
    missing = [*observed.missing, *recorded.missing, *traced.missing]
    changed = (*recorded.found, *traced.suspects)
    if near.cut:
        missing.append("The lineage around it is larger than what was looked at; the nearest part was taken.")
    if len(near.nodes) == 1:
        missing.append("Nothing is known to lie upstream or downstream of it in this time.")
    evidence = IncidentEvidence(
        observations=traced.observations,
        suspects=changed,
        reads=_reads(reading, named, window),
        missing=tuple(missing),
    )
    judge = SchemaProof(recorded.versions, lineage, _schemas(reading, named, recorded.found, at))
    upstream = frozenset(
        one for one in (named.entity(number) for number in near.upstream.tolist()) if one is not None
    )
    return GatheredEvidence(entity, evidence, lineage, judge, upstream)


def _reads(reading: Reading, named: NamedLineage, window: Window) -> tuple[Reads, ...]:
    datasets = named.datasets[:READ_DATASETS]
    rows = changes.readers(reading.connection, datasets, window.since, window.until, MOST_READERS)
    found = ((named.entity(row.dataset_id), row) for row in rows)
    return tuple(
        Reads(entity, row.reader, row.last, row.times)
        for entity, row in found
        if isinstance(entity, DatasetId)
    )


def _schemas(
    reading: Reading, named: NamedLineage, found: Sequence[Suspect], at: datetime
) -> dict[DatasetId, Columns]:
    """The columns of the nearest datasets, where there is a schema change that a text is held against."""
    if not any(one.schema for one in found):
        return {}
    rows = schemas.at(reading.connection, named.members(named.datasets[:READ_SCHEMAS]), at)
    known = ((named.entity(row.dataset_id), row.fields) for row in rows)
    return {one: columns_of(fields) for one, fields in known if isinstance(one, DatasetId)}
