"""What a proposed schema would break: each change judged, and the impact of all of them together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated

import msgspec
from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field

from headwater.answers.change import BreakingChanges
from headwater.errors import BadParameterError
from headwater.graph.related_columns import related_columns
from headwater.questions import resolve
from headwater.questions.catalog.columns import KnownColumn
from headwater.questions.change.column_use import column_use
from headwater.questions.change.impact import WalkBounds, impact_of
from headwater.questions.change.schema_judgement import nested_fields, schema_change, worst_verdict
from headwater.questions.change.subjects import Subject, current_columns
from headwater.questions.parameters import storable
from headwater.questions.reading import PRESENT, Reading
from headwater.questions.registry import question
from headwater.simulator.schema_diff import Change, Verdict, compare, schema_unknown
from headwater.simulator.schema_diff import Field as Column
from headwater.store.queries import nodes
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import MAX_LIMIT

MAX_COLUMNS = 10_000

Text = Annotated[str, AfterValidator(storable)]


class ProposedColumn(BaseModel):
    """As in the catalog; whether it holds personal data, its class and its tags are not compared."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    name: Text
    type: Text | None = Field(default=None, validation_alias=AliasChoices("type", "dataType", "data_type"))
    description: Text | None = None
    nullable: bool | None = Field(
        default=None, validation_alias=AliasChoices("nullable", "isNullable", "is_nullable")
    )
    is_pii: bool | None = Field(default=None, validation_alias=AliasChoices("is_pii", "isPII", "isPii"))
    classification: Text | None = None
    tags: list[Text] | None = None


class ProposedSchema(BaseModel):
    """A dataset, and all columns that it is to have."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        populate_by_name=True,
        json_schema_extra={
            "examples": [{"asset": "sales.orders", "columns": [{"name": "order_id", "type": "bigint"}]}]
        },
    )

    asset: Text = Field(min_length=1, validation_alias=AliasChoices("asset", "assetName", "asset_name"))
    columns: list[ProposedColumn] = Field(max_length=MAX_COLUMNS)


@question("/breaking-changes", topic="impact", method="POST")
def breaking_changes(reading: Reading, proposed: ProposedSchema) -> BreakingChanges:
    """What changes between a dataset's columns and the proposed ones, judged, and what that affects."""
    _check(proposed.columns)
    after = [Column(one.name, one.type, one.description, one.nullable) for one in proposed.columns]
    connection = reading.connection
    dataset = resolve.entity(connection, proposed.asset, resolve.DATASET, field="asset")
    known = nodes.columns(connection, nodes.members(connection, dataset.id))
    ids = {column.field: column.id for column in known}
    bounds = WalkBounds(limit=MAX_LIMIT)
    columns = current_columns(connection, dataset)
    if columns:
        before = _Before(reading, dataset, ids, after).fields(columns)
        # Columns that only lineage speaks of come by name: in which order they stand is not known.
        changes = compare(before, after, ordered=columns[0].in_schema)
        affected = impact_of(reading, _subject(dataset, changes, ids), bounds)
    else:
        affected = impact_of(reading, Subject(dataset, roots=(dataset.id,)), bounds)
        changes = (schema_unknown(downstream=affected.total.assets > 0),)
    return BreakingChanges(
        asset=dataset.answer,
        changes=tuple(schema_change(change) for change in changes),
        verdict=worst_verdict(changes).value,
        # There is no next page to ask for: the totals say how much is not shown.
        impact=msgspec.structs.replace(affected, next_cursor=None),
    )


def _check(columns: Sequence[ProposedColumn]) -> None:
    seen: dict[str, int] = {}
    for number, column in enumerate(columns):
        if not column.name.strip():
            raise BadParameterError(f"columns[{number}].name", "must not be empty")
        first = seen.setdefault(column.name, number)
        if first != number:
            raise BadParameterError(
                f"columns[{number}].name", f"`{column.name}` is already the name of columns[{first}]"
            )


def _subject(dataset: NodeName, changes: Sequence[Change], ids: Mapping[str, int]) -> Subject:
    """All columns that change for the worse; one that lineage never spoke of touches the dataset."""
    # An added column has no readers yet, however risky it is for writers.
    worse = [
        change for change in changes if change.verdict is not Verdict.COMPATIBLE and change.kind != "added"
    ]
    # Another order is no change of one column: all that it moves are meant.
    names = {name for change in worse for name in change.displaced or (change.column,)}
    roots = tuple(sorted(ids[name] for name in names if name in ids))
    touched = (dataset.id,) if len(roots) < len(names) else ()
    return Subject(dataset, roots=roots, touched=touched, columns=tuple(sorted(names)))


class _Before:
    """The columns as they are, with what lineage knows of those that are not proposed any more."""

    def __init__(
        self, reading: Reading, dataset: NodeName, ids: Mapping[str, int], after: Sequence[Column]
    ) -> None:
        self._reading, self._connection, self._graph = reading, reading.connection, reading.graph
        self._dataset = dataset
        self._ids, self._after = ids, frozenset(field.name for field in after)

    def fields(self, columns: Sequence[KnownColumn]) -> list[Column]:
        parents = frozenset(name.partition(".")[0] for name in self._after if "." in name)
        plain = [field for column in columns for field in _flat(column, column.name in parents)]
        use = column_use(self._reading, self._dataset.id, self._ids)
        # Relatives help to tell a rename from a removal, so only columns that go need them.
        kin = self._kin([field.name for field in plain if field.name not in self._after])
        return [
            replace(
                field,
                relatives=kin.get(field.name, frozenset()),
                used=use.readers_of(field.name),
                silent=use.silent,
            )
            for field in plain
        ]

    def _kin(self, names: Sequence[str]) -> dict[str, frozenset[str]]:
        """By column that goes: the lower-case names of those that its values come from or go to."""
        of_id = {self._ids[name]: name for name in names if name in self._ids}
        own, kin = related_columns(self._graph, list(of_id), at=PRESENT)
        called = nodes.names(self._connection, set(kin.tolist()))
        found: dict[str, set[str]] = {}
        for column, other in zip(own.tolist(), kin.tolist(), strict=True):
            if other in called:
                found.setdefault(of_id[column], set()).add(called[other].field.lower())
        return {name: frozenset(others) for name, others in found.items()}


def _flat(column: KnownColumn, with_parts: bool) -> Iterator[Column]:
    """A column; with what is nested in it, under dotted names, where the proposal names such parts too."""
    yield Column(column.name, column.type, column.description, column.nullable)
    if with_parts:
        yield from nested_fields(column.name, column.fields)
