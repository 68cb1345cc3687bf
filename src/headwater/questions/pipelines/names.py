"""Which known job has the name of a pipeline, and which dataset an address is."""

from collections.abc import Iterable, Mapping, Sequence

from headwater.model.ids import DatasetId, JobId, NodeKind, node_key, normal_namespace
from headwater.store.queries import nodes
from headwater.store.queries.pipelines import names
from headwater.store.queries.pipelines.names import NamedNode
from headwater.store.queries.rows import Connection

NAMESPACE = "watcher"
"""Where a pipeline's job lives that no event has named yet."""

# Far more slashes than any namespace has.
MAX_SPLITS = 50


def known_job(connection: Connection, name: str) -> JobId | None:
    """The only known job of exactly this name, or of this `namespace/name`."""
    known = names.by_name(connection, NodeKind.JOB, [name])
    # Of two jobs with one name in different namespaces, none is taken by guess.
    if len(known) == 1:
        return JobId(known[0].namespace, known[0].name)
    spelled = nodes.by_keys(connection, spelled_keys(NodeKind.JOB, name), (NodeKind.JOB,))
    return JobId(spelled[0].namespace, spelled[0].name) if len(spelled) == 1 else None


def datasets_of(connection: Connection, types: Mapping[str, str]) -> dict[str, DatasetId]:
    """For each address, by name with its type, the dataset that it is."""
    alike: dict[str, list[NamedNode]] = {}
    for known in names.by_name(connection, NodeKind.DATASET, list(types)):
        alike.setdefault(known.asked, []).append(known)
    return {name: _dataset(connection, name, type_, alike.get(name, ())) for name, type_ in types.items()}


def _dataset(connection: Connection, name: str, address_type: str, alike: Sequence[NamedNode]) -> DatasetId:
    if len(alike) == 1:
        return DatasetId(alike[0].namespace, alike[0].name)
    keys = spelled_keys(NodeKind.DATASET, name)
    spelled = nodes.by_keys(connection, keys, (NodeKind.DATASET,)) if keys else ()
    if len(spelled) == 1:
        return DatasetId(spelled[0].namespace, spelled[0].name)
    # Nobody knows it yet: the type of the address stands for the system that it is in.
    return DatasetId(normal_namespace(address_type), name)


def spelled_keys(kind: NodeKind, text: str) -> list[str]:
    """Keys of every `namespace/name` that the text could mean."""
    return [node_key(kind, namespace, name) for namespace, name in _splits(text)]


def _splits(text: str) -> Iterable[tuple[str, str]]:
    places = [place for place, letter in enumerate(text) if letter == "/"][:MAX_SPLITS]
    for place in places:
        namespace, name = text[:place], text[place + 1 :]
        if namespace and name:
            yield normal_namespace(namespace), name
