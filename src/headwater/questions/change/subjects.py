"""What a question about a change is about: an asset or a column, also one that lineage never spoke of."""

from dataclasses import dataclass

from headwater.errors import AmbiguousNameError, EntityNotFoundError
from headwater.model.ids import NodeKind
from headwater.questions import resolve
from headwater.questions.catalog.columns import KnownColumn, columns_of
from headwater.store.queries import facets, nodes, schemas
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.rows import Connection

# Outside of every graph, so that a walk from it finds nothing instead of some other node.
NO_NUMBER = -1


@dataclass(frozen=True, slots=True)
class Subject:
    """`roots` are what a walk starts from; a column that the graph has no number for touches its dataset."""

    asset: NodeName
    column: str | None = None
    roots: tuple[int, ...] = ()
    touched: tuple[int, ...] = ()
    columns: tuple[str, ...] = ()
    """The names of all columns in question; none, if it is the asset as a whole."""

    @property
    def node(self) -> NodeName:
        """The column, or the asset where none was named."""
        if self.column is None:
            return self.asset
        number = self.roots[0] if self.roots else NO_NUMBER
        return NodeName(number, NodeKind.COLUMN, self.asset.namespace, self.asset.name, self.column)


def subject(connection: Connection, name: str, column: str | None, field: str = "asset") -> Subject:
    """Resolve a dataset, a job or a column; `field` is the parameter that an error names."""
    try:
        found = resolve.target(connection, name, column, field=field)
    except EntityNotFoundError:
        known = _only_in_schema(connection, name, column, field)
        if known is None:
            raise
        return known
    if found.column is None:
        return Subject(found.node, roots=(found.node.id,))
    field_ = found.column.field
    return Subject(found.node, field_, roots=(found.column.id,), columns=(field_,))


def _only_in_schema(connection: Connection, name: str, column: str | None, field: str) -> Subject | None:
    """A column that the dataset has, and that no edge has ever touched."""
    whole, wanted = (name, column) if column else name.rpartition("#")[::2]
    if not whole or not wanted:
        return None
    try:
        dataset = resolve.entity(connection, whole, resolve.DATASET, field=field)
    except EntityNotFoundError:
        return None
    names = [known.name for known in current_columns(connection, dataset)]
    # As in `resolve.column_of`: the exact spelling goes first, then any case.
    alike = [known for known in names if known == wanted] or [
        known for known in names if known.lower() == wanted.lower()
    ]
    if len(alike) > 1:
        raise AmbiguousNameError(wanted, [f"{dataset}#{known}" for known in alike])
    if not alike:
        return None
    return Subject(dataset, alike[0], touched=(dataset.id,), columns=(alike[0],))


def current_columns(connection: Connection, dataset: NodeName) -> tuple[KnownColumn, ...]:
    """The columns of the current schema; without one, those that lineage speaks of."""
    members = nodes.members(connection, dataset.id)
    stated = facets.of_nodes(connection, members)
    found = columns_of(schemas.current(connection, members), stated, nodes.columns(connection, members))
    return tuple(column for column in found if column.in_schema) or found
