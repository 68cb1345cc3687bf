"""What questions take: names, times, pages, depths; each checked and documented once."""

import re
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

from headwater.model.times import parse_time
from headwater.questions.registry import Parameter
from headwater.store.queries.paging import DEFAULT_LIMIT, MAX_LIMIT

MAX_DEPTH = 10_000
EARLIEST_YEAR = 1000
"""Some days before a time of the first year there is no time."""

# `+` in an address that was not quoted arrives as a space.
UNQUOTED_OFFSET = re.compile(r"(?<=\d) (?=\d\d:?\d\d$)")


def _moment(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        moment = parse_time(UNQUOTED_OFFSET.sub("+", value.strip()))
    except ValueError as error:
        raise ValueError(f"`{value[:60]}` is not an RFC 3339 time such as 2026-04-20T01:23:00Z") from error
    if moment.year < EARLIEST_YEAR:
        raise ValueError(f"`{value[:60]}` lies before the year {EARLIEST_YEAR}")
    return moment


def storable(value: str) -> str:
    """PostgreSQL's text is UTF-8 without NUL."""
    if "\x00" in value:
        raise ValueError("must not contain a NUL character")
    # Half of a surrogate pair can't be encoded: a ValueError, which pydantic reports as a fault of the field.
    value.encode()
    return value


# Documented as plain text: `_moment` takes more than the format `date-time` allows.
Moment = Annotated[datetime, BeforeValidator(_moment, json_schema_input_type=str)]

NAME = "`namespace/name`, `namespace.name`, an id such as `dataset:…`, an alias, " + (
    "or the end of a name if only one ends so. `#column` may follow."
)

Limit = Annotated[
    int, Parameter(f"Maximum number of results. Default {DEFAULT_LIMIT}.", minimum=1, maximum=MAX_LIMIT)
]
Cursor = Annotated[str | None, Parameter("`next_cursor` of the previous page, with the same filters.")]
Search = Annotated[
    str | None, Parameter("Part of `namespace/name`. Case-insensitive.", examples=("sales.orders",))
]
Asset = Annotated[
    str,
    Parameter(NAME, examples=("shopflow.sales.orders",), min_length=1, former_names=("name",)),
]
EndOfPath = Annotated[str, Parameter(NAME, examples=("shopflow.sales.orders",), min_length=1)]
PATH_NAME = "`namespace/name` as it is, slashes included; or an alias, or a unique end of a name."
DatasetName = Annotated[str, Parameter(PATH_NAME, examples=("ecommerce_warehouse/shopflow.sales.orders",))]
JobName = Annotated[str, Parameter(PATH_NAME, examples=("shopflow_airflow/revenue_etl_pipeline",))]
OfTeam = Annotated[str | None, Parameter("Filter by team.", examples=("finance-data",))]
Column = Annotated[str | None, Parameter("A column of the dataset.", examples=("amount_usd",), min_length=1)]
AsOf = Annotated[
    Moment | None,
    Parameter("The graph as it was at this time. Default now.", examples=("2026-04-20T01:00:00Z",)),
]
Depth = Annotated[
    int | None, Parameter("Maximum number of hops. Default no maximum.", minimum=1, maximum=MAX_DEPTH)
]
WalkLevel = Annotated[
    Literal["dataset", "column"] | None,
    Parameter("`column` walks from all columns of a dataset. Default `column` for a column, else `dataset`."),
]
Jobs = Annotated[
    bool, Parameter("Show jobs as nodes. Default true; if false, they become edges between datasets.")
]
Indirect = Annotated[
    bool,
    Parameter("At column level, follow filters, joins, groupings and the like as well. Default false."),
]
Namespace = Annotated[str | None, Parameter("Filter by namespace.", examples=("ecommerce_warehouse",))]
Owner = Annotated[str | None, Parameter("Filter by owner.", examples=("team:sales-data",))]
Tag = Annotated[str | None, Parameter("Filter by tag.", examples=("tier:1",))]
Tier = Annotated[str | None, Parameter("Filter by tier. Case-insensitive.", examples=("gold",))]
Type = Annotated[str | None, Parameter("Filter by type. Case-insensitive.", examples=("TABLE",))]
SqlOnly = Annotated[
    bool, Parameter("List those as well that no event speaks of, only the text of a query. Default false.")
]
Reason = Annotated[
    str | None, Parameter("Part of the reason. Case-insensitive.", examples=("columnLineage",))
]
