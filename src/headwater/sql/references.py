"""What a text references: every table and column it names, in which role and at which place."""

from collections.abc import Iterable
from dataclasses import dataclass

from headwater.sql.analysis import Relation
from headwater.sql.binding.bind import bind_trees, dialect_named, parse
from headwater.sql.binding.binding import Reference, Role
from headwater.sql.binding.text import Fragment
from headwater.sql.limits import Budget
from headwater.sql.schemas import Catalog, ColumnSchema, TableSchema

REFERENCES = 5
"""Goes up when the same text gives other references."""

__all__ = [
    "REFERENCES",
    "ColumnSchema",
    "Fragment",
    "Reference",
    "References",
    "Role",
    "TableSchema",
    "references",
]


@dataclass(frozen=True, slots=True)
class References:
    """All that one text references, in the order of the text; `problems` say what could not be read."""

    references: tuple[Reference, ...] = ()
    problems: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    """Names that no table supplies, by the schemas that were given."""

    @property
    def tables(self) -> tuple[str, ...]:
        names = (name for one in self.references for name in (one.table, *one.candidates) if name)
        return tuple(dict.fromkeys(names))


def references(
    text: str,
    *,
    dialect: str | None,
    relations: Iterable[Relation | TableSchema] = (),
    namespace: Iterable[str] = (),
    seconds: float = 2.0,
) -> References:
    """What a text references; never raises.

    `relations` are the tables it may mean: their names are resolved against these, and their columns, where
    given, decide whose an unqualified column is. `namespace` holds the words in front of an unqualified
    table, as the database and schema of the session.

    >>> orders = Relation("shop.orders", ("id", "amount", "day"))
    >>> found = references("select sum(amount) from orders where day > 1", dialect=None, relations=[orders])
    >>> [(one.table, one.column, one.role.value, one.fragment.column) for one in found.references]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('shop.orders', 'amount', 'projected', 12), ('shop.orders', None, 'projected', 25),
     ('shop.orders', 'day', 'filtered', 38)]
    """
    budget = Budget(seconds)
    chosen = dialect_named(dialect)
    statements = parse(text, chosen, budget)
    binding = bind_trees(
        statements.trees,
        text=text,
        catalog=Catalog(map(_schema, relations), namespace=tuple(namespace)),
        dialect=chosen,
        dialect_name=dialect or "",
        budget=budget,
    )
    found = sorted(dict.fromkeys(binding.references), key=_place)
    errors = tuple(dict.fromkeys(one.message for one in binding.errors))
    return References(tuple(found), (*statements.problems, *binding.problems), errors)


def _schema(relation: Relation | TableSchema) -> TableSchema:
    if isinstance(relation, TableSchema):
        return relation
    columns = relation.columns
    return TableSchema(relation.name, None if columns is None else tuple(map(ColumnSchema, columns)))


def _place(one: Reference) -> tuple[int, int, str, str]:
    fragment = one.fragment or Fragment(0, 0, 0)
    return fragment.line, fragment.column, one.role.value, one.column or ""
