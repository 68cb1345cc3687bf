"""A short notation for columns and column lineage, so that the data files read as tables.

A column is a line `name type classification description`, with `+pii` after the classification of
personal data. A lineage line is `column verb source…`, where a source is `alias.field` with the
aliases of the SQL beside it, and the column `*` stands for the whole output.
"""

from collections.abc import Mapping
from types import MappingProxyType

from headwater.demo.model import ColumnEdge, Output, ShopColumn

# verb: (type, subtype, masking), in OpenLineage's words
VERBS: Mapping[str, tuple[str, str, bool]] = MappingProxyType(
    {
        "copy": ("DIRECT", "IDENTITY", False),
        "calc": ("DIRECT", "TRANSFORMATION", False),
        "mask": ("DIRECT", "TRANSFORMATION", True),
        "agg": ("DIRECT", "AGGREGATION", False),
        # A count shows none of the values that it counts, so it masks them.
        "count": ("DIRECT", "AGGREGATION", True),
        "join": ("INDIRECT", "JOIN", False),
        "where": ("INDIRECT", "FILTER", False),
        "group": ("INDIRECT", "GROUP_BY", False),
        "case": ("INDIRECT", "CONDITIONAL", False),
    }
)


def columns(text: str) -> tuple[ShopColumn, ...]:
    """
    >>> columns("email varchar(320) restricted+pii Where receipts go.")[0].pii
    True
    """
    return tuple(_column(line) for line in _lines(text))


def _column(line: str) -> ShopColumn:
    name, kind, label, description = line.split(None, 3)
    classification, _, mark = label.partition("+")
    return ShopColumn(name, kind, description, classification, pii=mark == "pii")


def writes(dataset: str, lineage: str, aliases: Mapping[str, str]) -> Output:
    """
    >>> writes("sales.orders", "amount_usd calc o.amount fx.rate", {"o": "stg_orders", "fx": "fx"}).sources
    ('stg_orders', 'fx')
    """
    return Output(dataset, tuple(edge for line in _lines(lineage) for edge in _edges(line, aliases)))


def _edges(line: str, aliases: Mapping[str, str]) -> tuple[ColumnEdge, ...]:
    column, verb, *sources = line.split()
    if verb not in VERBS:
        raise ValueError(f"`{verb}` in `{line}` is none of {', '.join(VERBS)}")
    pairs = (source.split(".") for source in sources)
    return tuple(ColumnEdge(column, verb, aliases[alias], field) for alias, field in pairs)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines() if line.strip()]
