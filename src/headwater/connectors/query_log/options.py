"""What is said of query logs, and the mapping that follows from it."""

from collections.abc import Mapping
from dataclasses import replace

import msgspec

from headwater.connectors.query_log.mappings import MAPPINGS, LogMapping
from headwater.errors import BadInputError
from headwater.model.query_log import FIELDS


class QueryLogOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a settings file says of query logs."""

    files: list[str]
    """Files, or folders of them."""
    mapping: str = "plain"
    """One of the ready mappings."""
    columns: Mapping[str, str] = {}
    """By field of a query the column that holds it, before what the mapping says."""
    dialect: str | None = None
    namespace: str | None = None
    """Of the warehouse, such as snowflake://account; required where a log tells lineage."""
    fold: bool | None = None
    """Whether queries of a day are counted on Spark before they are sent. Default where logs are large."""


def mapping_of(options: QueryLogOptions) -> LogMapping:
    known = MAPPINGS.get(options.mapping)
    if known is None:
        raise BadInputError("mapping", f"`{options.mapping}` is none of {', '.join(MAPPINGS)}")
    if known.has_lineage and not options.namespace:
        raise BadInputError("namespace", f"required with {options.mapping}, such as snowflake://account")
    for name in options.columns:
        if name not in FIELDS or name == "tags":
            fields = ", ".join(field for field in FIELDS if field != "tags")
            raise BadInputError(f"columns.{name}", f"a query has no such field; it has {fields}")
    own = {name: (column.lower(), *known.columns.get(name, ())) for name, column in options.columns.items()}
    return replace(known, columns={**known.columns, **own}, dialect=options.dialect or known.dialect)
