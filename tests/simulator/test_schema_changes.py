"""Applying changes and finding them again are inverse; what cannot be made is refused by field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import BadInputError
from headwater.simulator.proposals import ChangeType, ProposedChange, as_spelled, read_changes
from headwater.simulator.schema_changes import apply, diff, schemas_of
from headwater.sql.schemas import ColumnSchema, TableSchema

NAMES = st.sampled_from(["id", "amount", "day", "note", "addr", "addr.zip", "addr.city"])
COLUMNS = st.builds(
    ColumnSchema,
    NAMES,
    st.sampled_from(["int", "bigint", "text", None]),
    st.sampled_from([True, False, None]),
    st.sampled_from([True, False]),
)
TABLES = st.builds(
    TableSchema,
    st.sampled_from(["a.t", "a.u", "b.v"]),
    st.lists(COLUMNS, max_size=6, unique_by=lambda one: one.name).map(tuple),
)
SCHEMAS = st.lists(TABLES, max_size=3, unique_by=lambda one: one.name).map(schemas_of)
ORDERS = TableSchema(
    "shop.orders", (ColumnSchema("id", "int"), ColumnSchema("amount", "int"), ColumnSchema("at"))
)
SHOP = schemas_of([ORDERS])


@given(SCHEMAS, SCHEMAS)
def test_the_difference_applied_gives_the_other_schema(
    before: dict[str, TableSchema], after: dict[str, TableSchema]
) -> None:
    assert apply(diff(before, after), before) == after


@given(SCHEMAS)
def test_equal_schemas_have_no_difference(schemas: dict[str, TableSchema]) -> None:
    assert diff(schemas, schemas) == ()


@given(SCHEMAS, SCHEMAS)
def test_nothing_is_changed_in_place(before: dict[str, TableSchema], after: dict[str, TableSchema]) -> None:
    copy = dict(before)
    apply(diff(before, after), before)
    assert before == copy


def names(changes: list[ProposedChange]) -> list[str]:
    return [one.name for one in apply(changes, SHOP)["shop.orders"].columns or ()]


def test_a_column_moves_to_its_place() -> None:
    change = ProposedChange(ChangeType.REORDER_COLUMNS, "shop.orders", "at", position=1)
    assert names([change]) == ["at", "id", "amount"]


def test_a_column_can_be_added_in_front() -> None:
    change = ProposedChange(ChangeType.ADD_COLUMN, "shop.orders", "key", position=1)
    assert names([change]) == ["key", "id", "amount", "at"]


def test_a_structure_is_renamed_with_its_fields() -> None:
    tables = schemas_of([TableSchema("t", (ColumnSchema("addr"), ColumnSchema("addr.zip")))])
    after = apply([ProposedChange(ChangeType.RENAME_COLUMN, "t", "addr", new_name="place")], tables)
    assert [one.name for one in after["t"].columns or ()] == ["place", "place.zip"]


def test_a_renamed_table_stays_in_its_schema() -> None:
    after = apply([ProposedChange(ChangeType.RENAME_TABLE, "shop.orders", new_name="sales")], SHOP)
    assert list(after) == ["shop.sales"]


@pytest.mark.parametrize(
    ("body", "field", "words"),
    [
        ({"change_type": "drop_column", "target": "amout"}, "target", "nearest: amount"),
        ({"change_type": "rename", "target": "id", "new_name": "AMOUNT"}, "new_name", "`amount` already"),
        ({"change_type": "add_column", "target": "Id"}, "target", "already"),
        ({"change_type": "drop_colum", "target": "id"}, "change_type", "nearest: drop_column"),
        ({"change_type": "type_change", "target": "id"}, "new_type", "is missing"),
        ({"change_type": "nullable", "target": "id"}, "nullable", "is missing"),
        ({"change_type": "drop_column"}, "target", "is missing"),
        ({"change_type": "reorder_columns"}, "order", "must list all columns"),
        ({"change_type": "reorder_columns", "order": ["id", "amount"]}, "order", "every column"),
        ({"change_type": "add_column", "target": "x", "position": 9}, "position", "only 3 columns"),
        ({"change_type": "drop_table", "table": "shop.order"}, "table", "nearest: shop.orders"),
        ({"change_type": "change_type", "target": "id", "new_type": "int((("}, "new_type", "can't be a type"),
        (
            {"change_type": "add_column", "target": "x", "new_type": "int; drop"},
            "new_type",
            "can't be a type",
        ),
        ({"changes": []}, "changes", "at least one"),
        (
            {"changes": [{"change_type": "drop_table"}, {"change_type": "drop_table"}]},
            "changes[1].table",
            "no table",
        ),
    ],
)
def test_a_change_that_cannot_be_made_names_its_field(
    body: dict[str, object], field: str, words: str
) -> None:
    with pytest.raises(BadInputError) as caught:
        apply(read_changes(body, "shop.orders"), SHOP)
    assert caught.value.field == field
    assert words in caught.value.reason


def test_the_document_s_names_for_changes_are_taken() -> None:
    asked = (
        {"change_type": "rename", "target": "id", "new_name": "x"},
        {"change_type": "type_change", "target": "id", "new_type": "int"},
        {"change_type": "nullable", "target": "id", "nullable": True},
    )
    assert [read_changes(one, "t")[0].type for one in asked] == [
        ChangeType.RENAME_COLUMN,
        ChangeType.CHANGE_TYPE,
        ChangeType.CHANGE_NULLABLE,
    ]


def test_a_column_is_named_as_the_schema_spells_it() -> None:
    asked = read_changes({"change_type": "drop_column", "target": "AMOUNT"}, "shop.orders")
    assert [change.target for change in as_spelled(asked, SHOP["shop.orders"])] == ["amount"]
