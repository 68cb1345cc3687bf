"""The catalog: datasets or jobs by name, a page at a time, with search and filters."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import NamedTuple

from headwater.model.ids import NodeKind
from headwater.store.queries.paging import Number, Page, decode, page_of
from headwater.store.queries.rows import Connection, conditions, count, fetch, fetch_one


class Key(NamedTuple):
    namespace: str
    name: str
    id: Number


@dataclass(frozen=True, slots=True)
class Filter:
    search: str | None = None
    namespace: str | None = None
    owner: str | None = None
    tag: str | None = None
    type: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One dataset or job as the catalog lists it; `aliases` are full names."""

    id: int
    kind: str
    namespace: str
    name: str
    type: str | None
    description: str | None
    owners: Sequence[str]
    tags: Sequence[str]
    streaming: bool
    first_seen: datetime | None
    last_seen: datetime | None
    dropped_at: datetime | None
    aliases: Sequence[str]


# Searching both spellings lets people paste either `namespace/name` or `namespace.name`.
FILTERS = {
    "search": "(strpos(lower(namespace || '/' || name), lower(%(search)s)) > 0"
    " or strpos(lower(namespace || '.' || name), lower(%(search)s)) > 0)",
    "namespace": "namespace = %(namespace)s",
    "owner": "%(owner)s = any(owners)",
    "tag": "%(tag)s = any(tags)",
    "type": "lower(type) = lower(%(type)s)",
}

# The kind is written out, not bound: only then is the partial index on names usable.
LISTED = {
    NodeKind.DATASET: "kind = 'dataset' and (canonical_id is null or canonical_id = id)",
    NodeKind.JOB: "kind = 'job' and (canonical_id is null or canonical_id = id)",
}

AFTER = """
(left(namespace, 200), left(name, 400), id) > (%(after_namespace)s::text, %(after_name)s::text, %(after_id)s)
"""

COLUMNS = """
id, kind, namespace, name, type, description, owners, tags, streaming, first_seen, last_seen, dropped_at,
array(
    select alias.namespace || '/' || alias.name from nodes as alias
    where alias.canonical_id = nodes.id and alias.canonical_id <> alias.id
    order by 1
) as aliases
"""

ONE = f"select {COLUMNS} from nodes where id = %(id)s"


def listed(
    connection: Connection, kind: NodeKind, wanted: Filter, limit: int, cursor: str | None = None
) -> Page[Entry]:
    """Canonical nodes of a kind that the filter lets through, by namespace and name."""
    after = decode(cursor, Key)
    chosen = f"{LISTED[kind]} and {conditions(FILTERS, asdict(wanted))}"
    total = count(connection, f"select count(*) from nodes where {chosen}", **asdict(wanted))
    query = f"""
        select {COLUMNS} from nodes
        where {chosen} and {AFTER if after else "true"}
        order by left(namespace, 200), left(name, 400), id
        limit %(rows)s
    """
    rows = fetch(connection, Entry, query, **asdict(wanted), **after_values(after), rows=limit + 1)
    return page_of(rows, total, limit, _key)


def one(connection: Connection, node_id: int) -> Entry | None:
    return fetch_one(connection, Entry, ONE, id=node_id)


def _key(row: Entry) -> Key:
    return Key(row.namespace[:200], row.name[:400], row.id)


def after_values(key: Key | None) -> dict[str, object]:
    if key is None:
        return {}
    return {"after_namespace": key.namespace, "after_name": key.name, "after_id": key.id}
