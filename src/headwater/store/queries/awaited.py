"""Datasets and jobs of which the log speaks, and the pipeline has not published it yet."""

from collections.abc import Collection

import msgspec

from headwater.model.events import LINEAGE, namespace_key
from headwater.model.ids import NodeKind, node_key, normal_namespace
from headwater.store.queries.rows import Connection, fetch_values

# The log may be far ahead of what is published: only its newest static events are read, and no huge one.
MAX_AWAITED, MAX_BYTES = 500, 50_000

NEWEST = """
select body from events
where stream = %(stream)s and position > %(published)s and kind in ('dataset', 'job')
  and namespace_key = any(%(namespaces)s::uuid[]) and octet_length(body) < %(bytes)s
order by position desc limit %(most)s
"""


class _AwaitedName(msgspec.Struct):
    namespace: str
    name: str


class _AwaitedEvent(msgspec.Struct):
    dataset: _AwaitedName | None = None
    job: _AwaitedName | None = None


def awaited_keys(connection: Connection, namespaces: Collection[str], published: int) -> frozenset[str]:
    """Keys of what events after the published position are about, as far as it is in these namespaces."""
    bodies = fetch_values(
        connection,
        NEWEST,
        stream=LINEAGE,
        published=published,
        namespaces=[namespace_key(namespace) for namespace in namespaces],
        bytes=MAX_BYTES,
        most=MAX_AWAITED,
    )
    return frozenset(key for body in bodies if (key := _key(body)))


def _key(body: str) -> str | None:
    try:
        about = msgspec.json.decode(body, type=_AwaitedEvent)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    if about.job is not None:
        return node_key(NodeKind.JOB, about.job.namespace, about.job.name)
    if about.dataset is None:
        return None
    return node_key(NodeKind.DATASET, normal_namespace(about.dataset.namespace), about.dataset.name)
