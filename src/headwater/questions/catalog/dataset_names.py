"""Several names of one place: what looks like it, what nothing connects, and names that people join."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from headwater.answers.names import LikelyAlias, LikelyAliasPage, NamesJoined, OrphanPage
from headwater.errors import BadInputError, BoundToTeamsError
from headwater.questions import resolve
from headwater.questions.catalog.asset_events import symlinks_event
from headwater.questions.parameters import Cursor, Limit, storable
from headwater.questions.reading import Reading, Writing
from headwater.questions.registry import question, write
from headwater.store.queries import likely_aliases, nodes
from headwater.store.queries.paging import DEFAULT_LIMIT

Name = Annotated[str, AfterValidator(storable), Field(min_length=1, max_length=2000)]


@question("/names/suggestions", topic="datasets", lists=("items",))
def list_likely_aliases(
    reading: Reading, limit: Limit = DEFAULT_LIMIT, cursor: Cursor = None
) -> LikelyAliasPage:
    """Datasets whose names look like one place, with what joining each pair would bring together."""
    page = likely_aliases.likely_aliases(reading.connection, limit, cursor)
    ends = {number for row in page.items for number in (row.dataset_id, row.alias_id)}
    known = nodes.names(reading.connection, ends)
    return LikelyAliasPage(
        items=tuple(
            LikelyAlias(
                known[row.dataset_id].answer,
                known[row.alias_id].answer,
                row.rule,
                row.shared_columns,
                row.dataset_edges,
                row.alias_edges,
            )
            for row in page.items
            if row.dataset_id in known and row.alias_id in known
        ),
        total=page.total,
        next_cursor=page.next_cursor,
    )


@question("/names/orphans", topic="datasets", lists=("items",))
def list_orphans(reading: Reading, limit: Limit = DEFAULT_LIMIT, cursor: Cursor = None) -> OrphanPage:
    """Datasets that nothing connects: often a second name of one that is connected."""
    page = likely_aliases.orphans(reading.connection, limit, cursor)
    known = nodes.names(reading.connection, page.items)
    shown = tuple(known[number].answer for number in page.items if number in known)
    return OrphanPage(items=shown, total=page.total, next_cursor=page.next_cursor)


class JoinRequest(BaseModel):
    """Two names of datasets, as every parameter takes them."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"dataset": "postgres://warehouse:5432/shop.sales.orders", "alias": "catalog/orders"}
            ]
        },
    )

    dataset: Name = Field(description="The dataset that stays the one to be shown.")
    alias: Name = Field(description="Another name of it.")


@write("/names/joins", topic="datasets")
def join_names(writing: Writing, request: JoinRequest) -> NamesJoined:
    """Make two names one dataset. It is an event in the log: set it aside to take them apart again."""
    if not writing.sees_everything:
        raise BoundToTeamsError("names are joined for everybody, and this key is bound to teams")
    connection = writing.connection
    dataset = resolve.entity(connection, request.dataset, resolve.DATASET, field="dataset")
    alias = resolve.entity(connection, request.alias, resolve.DATASET, field="alias")
    if dataset.id == alias.id:
        raise BadInputError("alias", f"`{request.alias}` is a name of `{dataset}` already")
    event = symlinks_event(dataset, (alias,), writing.clock())
    return NamesJoined(dataset.answer, alias.answer, event.event_id, writing.append([event]))
