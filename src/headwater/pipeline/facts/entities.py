"""Runs, jobs, datasets and columns that an event mentions, and the facets it hangs on them."""

from collections.abc import Iterator

import msgspec

from headwater.model.ids import ColumnId, JobId, digest, run_uuid
from headwater.pipeline.facts.facets import ParentFacet, SchemaFacet, SchemaField
from headwater.pipeline.facts.fact import Fact, column_node, dataset_node, job_node
from headwater.pipeline.facts.reading import DatasetPart, Document, Reading, is_deleted

TERMINAL = frozenset({"COMPLETE", "FAIL", "ABORT"})
encode = msgspec.json.Encoder().encode
encode_sorted = msgspec.json.Encoder(order="sorted").encode


def run_facts(reading: Reading) -> Iterator[Fact]:
    run, job = reading.run, reading.job
    if run is None or job is None:
        return
    yield Fact("run", run, owner=job.key, label=reading.event_type)
    if reading.event_type == "START":
        yield Fact("run_start", run)
    if reading.event_type in TERMINAL:
        yield Fact("run_end", run, label=reading.event_type)
    for name, value in reading.run_facets.items():
        yield Fact("run_facet", digest(run, name), run=run, name=name, value=_json(value))


def parent_facts(reading: Reading) -> Iterator[Fact]:
    """The parent and root runs exist from now on, even if their own events never come."""
    run = reading.run
    facet = reading.facet(reading.run_facets, "parent", ParentFacet, "run.facets")
    if run is None or facet is None:
        return
    parent = run_uuid(facet.run.runId).hex
    root = run_uuid(facet.root.run.runId).hex if facet.root else parent
    yield Fact("run_parent", run, source=parent, target=root)
    for ancestor, named in ((parent, facet.job), (root, facet.root.job if facet.root else facet.job)):
        job = JobId(named.namespace, named.name)
        yield job_node(job)
        yield Fact("run_stub", digest(ancestor, job.key), run=ancestor, owner=job.key)


def job_facts(reading: Reading) -> Iterator[Fact]:
    job = reading.job
    if job is None:
        return
    yield job_node(job)
    yield from _facets(job.key, reading.job_facets)


def dataset_facts(reading: Reading) -> Iterator[Fact]:
    for part in reading.datasets():
        yield dataset_node(part.dataset)
        yield from _facets(part.dataset.key, part.facets)
        if reading.run is not None:
            yield from _io_facets(reading.run, part)


def schema_facts(reading: Reading) -> Iterator[Fact]:
    """Each sighting of a schema; versions are derived from all sightings in the order of event time."""
    for part in reading.datasets():
        facet = reading.facet(part.facets, "schema", SchemaFacet, f"{part.where}.facets")
        if facet is None or not facet.fields:
            continue
        # Descriptions are left out: a better wording is not another schema.
        shape = encode(_shape(facet.fields)).decode()
        yield Fact(
            "schema",
            digest(part.dataset.key, reading.event_id),
            node=part.dataset.key,
            run=reading.run,
            label=digest("schema", shape),
            value=shape,
        )
        for column in facet.fields:
            yield column_node(ColumnId(part.dataset, column.name))


def _facets(node: str, facets: Document) -> Iterator[Fact]:
    for name, value in facets.items():
        gone = is_deleted(value)
        yield Fact("facet", digest(node, name), node=node, name=name, value=None if gone else _json(value))


def _io_facets(run: str, part: DatasetPart) -> Iterator[Fact]:
    node = part.dataset.key
    for name, value in part.io_facets.items():
        key = digest(run, node, part.direction, name)
        yield Fact("io_facet", key, run=run, node=node, label=part.direction, name=name, value=_json(value))


def _json(value: object) -> str:
    """Sorted, so that equal facets compare equal."""
    return encode_sorted(value).decode()


def _shape(fields: list[SchemaField]) -> list[object]:
    return [
        {"name": field.name, "type": field.type, "fields": _shape(field.fields or [])}
        for field in _in_order(fields)
    ]


def _in_order(fields: list[SchemaField]) -> list[SchemaField]:
    if all(field.ordinal_position is not None for field in fields):
        return sorted(fields, key=lambda field: field.ordinal_position or 0)
    return fields
