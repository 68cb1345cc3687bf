"""The one place where a name that a user typed becomes a node: exact, alias, suffix, or a helpful error.

A namespace may contain any separator (`postgres://h:5432`), so a name is tried at every place where it
could be split. `namespace/name` goes first, because it is what every reply shows.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from headwater.errors import AmbiguousNameError, BadParameterError, EntityNotFoundError
from headwater.model.ids import NodeKind, node_key, normal_namespace
from headwater.model.nearest import nearest_names
from headwater.store.queries import nodes
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.rows import Connection

Kinds = tuple[NodeKind, ...]
ANY: Kinds = (NodeKind.DATASET, NodeKind.JOB)
DATASET: Kinds = (NodeKind.DATASET,)
JOB: Kinds = (NodeKind.JOB,)

PREFIXES: dict[str, Kinds] = {"dataset:": DATASET, "column:": DATASET, "job:": JOB}
SPLITS = ("/", ".:")

# Far more separators than any namespace has: a longer name is a mistake, or meant to keep us busy.
MAX_SPLITS = 200
MAX_CANDIDATES = 20
# Names are compared one by one in Python: a common word must not bring in all of them.
MAX_COMPARED = 1000


@dataclass(frozen=True, slots=True)
class ResolvedName:
    """What a question is about: a dataset or job, and the column if one was named."""

    node: NodeName
    column: NodeName | None = None

    @property
    def subject(self) -> NodeName:
        return self.column or self.node


def target(
    connection: Connection, name: str, column: str | None = None, kinds: Kinds = ANY, field: str = "name"
) -> ResolvedName:
    """Resolve `name`, `name#column`, or both given apart; `field` is the parameter that an error names."""
    if column:
        dataset = entity(connection, name, DATASET, field)
        return ResolvedName(dataset, column_of(connection, dataset, column))
    whole, mark, last = name.rpartition("#")
    # A name may hold a `#` of its own: it marks a column only where nothing has the whole name.
    if mark and last and not _exact(connection, *_reading(name, kinds)):
        return target(connection, whole, last, kinds, field)
    return ResolvedName(entity(connection, name, kinds, field))


def entity(connection: Connection, name: str, kinds: Kinds = ANY, field: str = "name") -> NodeName:
    """The one dataset or job that answers to this name."""
    text, allowed = _reading(name, kinds)
    if not text:
        raise BadParameterError(field, "must not be empty")
    found = _exact(connection, text, allowed) or nodes.by_suffix(connection, text, allowed, MAX_CANDIDATES)
    if not found:
        raise EntityNotFoundError(_kind_word(allowed), name, _nearest_names(connection, text, allowed))
    if len(found) > 1:
        raise AmbiguousNameError(name, _spelled(found))
    return found[0]


def exact(connection: Connection, node: NodeName) -> NodeName | None:
    """The known node of exactly this kind, namespace and name, or what it is an alias of."""
    kind = NodeKind(node.kind)
    found = nodes.by_keys(connection, [node_key(kind, node.namespace, node.name)], (kind,))
    return found[0] if found else None


def column_of(connection: Connection, dataset: NodeName, field: str) -> NodeName:
    """The column as its dataset spells it; the case is forgiven where only one column fits."""
    known = {
        column.field: column.id for column in nodes.columns(connection, nodes.members(connection, dataset.id))
    }
    alike = [name for name in known if name == field] or [
        name for name in known if name.lower() == field.lower()
    ]
    if len(alike) > 1:
        raise AmbiguousNameError(field, [f"{dataset}#{name}" for name in alike])
    if not alike:
        raise EntityNotFoundError("column", f"{dataset}#{field}", nearest_names(field, known))
    return NodeName(known[alike[0]], NodeKind.COLUMN, dataset.namespace, dataset.name, alike[0])


def _reading(name: str, kinds: Kinds) -> tuple[str, Kinds]:
    """The bare name, and the kinds that its prefix leaves possible."""
    text = name.strip()
    for prefix, meant in PREFIXES.items():
        # A prefix of a kind that is not asked for is taken as part of the name.
        if text.startswith(prefix) and set(meant) & set(kinds):
            return text.removeprefix(prefix), meant
    return text, kinds


def _exact(connection: Connection, text: str, kinds: Kinds) -> tuple[NodeName, ...]:
    for separators in SPLITS:
        keys = [
            node_key(kind, namespace, name) for namespace, name in _pairs(text, separators) for kind in kinds
        ]
        found = nodes.by_keys(connection, keys, kinds) if keys else ()
        if found:
            return found
    return ()


def _pairs(text: str, separators: str) -> Iterator[tuple[str, str]]:
    """Every namespace and name that the text could mean."""
    places = [place for place, letter in enumerate(text) if letter in separators][:MAX_SPLITS]
    for place in places:
        namespace, name = text[:place], text[place + 1 :]
        if namespace and name:
            # Datasets are stored under the normal spelling of their namespace, jobs under what was sent.
            yield from {(namespace, name), (normal_namespace(namespace), name)}


def _nearest_names(connection: Connection, text: str, kinds: Kinds) -> tuple[str, ...]:
    found = nodes.sharing_a_part(connection, _parts(text), kinds, MAX_COMPARED)
    return nearest_names(text, {str(node): node for node in found})


def _parts(text: str) -> list[str]:
    """The words of a name and how each begins, so that a slip at the end of a word is found as well."""
    words = [word for word in re.split(r"[^\w]+|_", text.lower()) if len(word) > 2][:20]
    return sorted({part for word in words for part in (word, word[:3])})


def _spelled(found: Sequence[NodeName]) -> list[str]:
    """Names as a user can send them back; the kind is needed where only it tells them apart."""
    names = [str(node) for node in found]
    return names if len(set(names)) == len(names) else [node.node_id for node in found]


def _kind_word(kinds: Kinds) -> str:
    return " or ".join(kinds)
