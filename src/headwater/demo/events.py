"""The three kinds of OpenLineage event, as the public ingest takes them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from headwater.demo.facets import PRODUCER, Facet, identity, stamp
from headwater.demo.model import Identity, ShopDataset

CORE = "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs"

Event = dict[str, Any]
Facets = Mapping[str, Facet]


@dataclass(frozen=True, slots=True)
class TimedEvent:
    """An event and the moment it tells of; the history is these, put in order of time."""

    at: datetime
    event: Event


@dataclass(frozen=True, slots=True)
class RunIdentity:
    """Which run of which job an event is about."""

    job: Identity
    run_id: str
    run_facets: Facets = field(default_factory=dict)
    job_facets: Facets = field(default_factory=dict)


def run_id(seed: int, job: Identity, due: datetime, attempt: int = 1) -> str:
    # Derived and not random, because the same seed has to give the same bytes.
    return str(uuid5(NAMESPACE_URL, f"{PRODUCER}/{seed}/{job.namespace}/{job.name}/{stamp(due)}/{attempt}"))


def run_event(
    state: str,
    at: datetime,
    run: RunIdentity,
    inputs: list[Event] | None = None,
    outputs: list[Event] | None = None,
) -> TimedEvent:
    body = {
        "run": {"runId": run.run_id, "facets": dict(run.run_facets)},
        "job": {**identity(run.job), "facets": dict(run.job_facets)},
        "inputs": inputs or [],
        "outputs": outputs or [],
    }
    return _timed("RunEvent", at, {"eventType": state, **body})


def dataset_event(at: datetime, dataset: ShopDataset, facets: Facets) -> TimedEvent:
    return _timed("DatasetEvent", at, {"dataset": mention(dataset, facets)})


def job_event(
    at: datetime, job: Identity, facets: Facets, inputs: list[Event], outputs: list[Event]
) -> TimedEvent:
    body = {"job": {**identity(job), "facets": dict(facets)}, "inputs": inputs, "outputs": outputs}
    return _timed("JobEvent", at, body)


def mention(dataset: ShopDataset, facets: Facets | None = None, **more: Facets) -> Event:
    """A dataset as an event names it; `more` is `inputFacets` or `outputFacets`."""
    extra = {key: dict(value) for key, value in more.items()}
    return {**identity(dataset.id), "facets": dict(facets or {}), **extra}


def _timed(kind: str, at: datetime, body: Event) -> TimedEvent:
    frame = {"eventTime": stamp(at), "producer": PRODUCER, "schemaURL": f"{CORE}/{kind}"}
    return TimedEvent(at, {**frame, **body})
