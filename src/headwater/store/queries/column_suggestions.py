"""Columns that look like personal data, a page at a time, and what people decided of them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal, NamedTuple

from headwater.store.queries.gone_columns import GONE
from headwater.store.queries.paging import Number, RowPage, decode, page_of
from headwater.store.queries.rows import Connection, conditions, count, fetch
from headwater.store.queries.teams import dataset_of_team

State = Literal["suggested", "accepted", "rejected"]


@dataclass(frozen=True, slots=True)
class SuggestionFilter:
    """`datasets` are a dataset and its aliases, by number."""

    state: State | None = None
    rule: str | None = None
    confidence: float | None = None
    datasets: Sequence[int] | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class SuggestionRow:
    column_id: int
    rule: str
    confidence: float
    state: State
    rank: int


class SuggestionKey(NamedTuple):
    rank: Number
    column_id: Number


# Somebody who says that a column is personal, or that it is not, has decided; aliases speak for it together.
STATED = f"""
with stated as (
    select suggestion.column_id, suggestion.rule, suggestion.confidence, col.dataset_id,
           (suggestion.confidence * 1000)::int as rank,
           case label.pii when true then 'accepted' when false then 'rejected' else 'suggested' end as state
    from column_suggestions as suggestion
    join nodes as col on col.id = suggestion.column_id
    join nodes as named on named.id = col.dataset_id
    join nodes as dataset on dataset.id = coalesce(named.canonical_id, named.id)
    left join lateral (
        select bool_or(said.pii) as pii
        from column_labels as said join nodes as node on node.id = said.column_id
        where coalesce(node.canonical_id, node.id) = suggestion.column_id and said.pii is not null
    ) as label on true
    where dataset.dropped_at is null and not {GONE}
)
"""
FILTERS = {
    "state": "state = %(state)s",
    "rule": "lower(rule) = lower(%(rule)s)",
    "confidence": "confidence >= %(confidence)s",
    "datasets": "dataset_id = any(%(datasets)s)",
    "team": dataset_of_team("stated.dataset_id"),
}
AFTER = "rank <= %(rank)s and (rank < %(rank)s or column_id > %(column_id)s)"


def suggestions(
    connection: Connection, wanted: SuggestionFilter, limit: int, cursor: str | None = None
) -> RowPage[SuggestionRow]:
    """The most certain first."""
    after = decode(cursor, SuggestionKey)
    chosen = conditions(FILTERS, asdict(wanted))
    # `GONE` asks for a time: None is now.
    values = asdict(wanted) | {"as_of": None}
    total = count(connection, f"{STATED} select count(*) from stated where {chosen}", **values)
    query = f"""{STATED}
        select column_id, rule, confidence, state, rank from stated
        where {chosen} and {AFTER if after else "true"}
        order by rank desc, column_id
        limit %(rows)s"""
    key = after._asdict() if after else {}
    rows = fetch(connection, SuggestionRow, query, **values, **key, rows=limit + 1)
    return page_of(rows, total, limit, lambda row: SuggestionKey(row.rank, row.column_id))


UNDECIDED = f"""{STATED}, declared as (select column_id as id from stated where state = 'suggested')
"""


@dataclass(frozen=True, slots=True)
class CatalogColumns:
    """What the catalog says of the columns of a dataset, as it was sent."""

    dataset_id: int
    columns: list[dict[str, object]]


CATALOG_COLUMNS = """
select node_id as dataset_id, value -> 'columns' as columns from facets
where node_id = any(%(datasets)s) and name = 'headwater_asset.columns' and value is not null
"""


def catalog_columns(connection: Connection, datasets: Sequence[int]) -> dict[int, list[dict[str, object]]]:
    rows = fetch(connection, CatalogColumns, CATALOG_COLUMNS, datasets=list(datasets))
    return {row.dataset_id: row.columns for row in rows}
