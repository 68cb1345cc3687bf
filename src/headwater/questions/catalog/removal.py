"""Taking a dataset or job out of the graph: an event like any other, so that a rebuild knows of it too.

Soft: the history stays, the node stops connecting until an event shows it again.
"""

from datetime import datetime
from typing import Any

import msgspec

from headwater.answers.assets import Removed
from headwater.model.events import Event, EventKind, content_id, event_keys
from headwater.model.ids import NodeKind
from headwater.model.times import iso
from headwater.questions import resolve
from headwater.questions.parameters import DatasetName, JobName
from headwater.questions.reading import Writing
from headwater.questions.registry import write
from headwater.store.queries.nodes import NodeName

PRODUCER = "https://headwater.dev/api"


@write("/assets/{name}", topic="assets", method="DELETE")
def delete_asset(writing: Writing, name: DatasetName) -> Removed:
    """Stop an asset from connecting others from now on; its history stays."""
    return _remove(writing, name, resolve.ANY)


@write("/datasets/{name}", topic="datasets", method="DELETE")
def delete_dataset(writing: Writing, name: DatasetName) -> Removed:
    """Stop a dataset from connecting others from now on; what was before stays to be asked for."""
    return _remove(writing, name, resolve.DATASET)


@write("/jobs/{name}", topic="jobs", method="DELETE")
def delete_job(writing: Writing, name: JobName) -> Removed:
    """Stop a job from connecting datasets from now on; its runs stay."""
    return _remove(writing, name, resolve.JOB)


def _remove(writing: Writing, name: str, kinds: resolve.Kinds) -> Removed:
    node = resolve.entity(writing.connection, name, kinds)
    event = removal_event(node, writing.clock())
    return Removed(node=node.node_id, event_id=event.event_id, position=writing.append([event]))


def removal_event(node: NodeName, now: datetime) -> Event:
    """A static event whose lifecycle facet says that the dataset, or job, is dropped."""
    # The facet that OpenLineage has for datasets; on a job it is read in the same way.
    dropped = {"_producer": PRODUCER, "_schemaURL": PRODUCER, "lifecycleStateChange": "DROP"}
    part = "job" if node.kind == NodeKind.JOB else "dataset"
    document: dict[str, Any] = {
        "eventTime": iso(now),
        "producer": PRODUCER,
        part: {
            "namespace": node.namespace,
            "name": node.name,
            "facets": {"lifecycleStateChange": dropped},
        },
    }
    kind = EventKind.JOB if part == "job" else EventKind.DATASET
    body = msgspec.json.encode(document).decode()
    return Event(content_id(document), kind, now, None, body, event_keys(document))
