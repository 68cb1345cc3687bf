"""Tables from JSON, in each of its shapes; a fault names the way to it."""

import json
from pathlib import Path
from typing import Any

import pytest

from headwater.cli.offline.schema_json import read_json
from headwater.errors import BadInputError


def tables(folder: Path, document: Any) -> dict[str, list[tuple[str, str | None]]]:
    path = folder / "schema.json"
    path.write_text(json.dumps(document))
    return {
        one.schema.name: [(column.name, column.type) for column in one.schema.columns or ()]
        for one in read_json(path)
    }


@pytest.mark.parametrize(
    "document",
    [
        {"shop.T": {"a": "int", "b": "text"}},
        {"tables": [
            {"name": "shop.t", "columns": [{"name": "a", "type": "int"}, {"name": "b", "type": "text"}]}
        ]},
        [{"name": "shop.t", "columns": {"a": "int", "b": "text"}}],
        {"nodes": {"model.x.t": {
            "metadata": {"schema": "shop", "name": "t"},
            "columns": {"b": {"type": "text", "index": 2}, "a": {"type": "int", "index": 1}},
        }}},
    ],
)  # fmt: skip
def test_each_shape_says_the_same(tmp_path: Path, document: Any) -> None:
    assert tables(tmp_path, document) == {"shop.t": [("a", "int"), ("b", "text")]}


def test_nested_fields_follow_their_column(tmp_path: Path) -> None:
    column = {"name": "a", "type": "struct", "fields": [{"name": "b", "type": "int"}]}
    assert tables(tmp_path, [{"name": "t", "columns": [column]}]) == {"t": [("a", "struct"), ("a.b", "int")]}


@pytest.mark.parametrize(
    ("document", "told"),
    [
        (7, "tables"),
        ([7], "tables[0]"),
        ([{"columns": []}], "tables[0].name"),
        ([{"name": "t"}], "tables[0].columns"),
        ([{"name": "t", "columns": [{"type": "int"}]}], "tables[0].columns[0]"),
        ([{"name": "t", "sql": 7}], "tables[0].sql"),
        ({"t": 3}, "t.columns"),
    ],
)
def test_a_fault_names_the_way_to_it(tmp_path: Path, document: Any, told: str) -> None:
    with pytest.raises(BadInputError) as refused:
        tables(tmp_path, document)
    assert refused.value.field.endswith(f": {told}")


def test_what_is_not_json_is_told(tmp_path: Path) -> None:
    path = tmp_path / "schema.json"
    path.write_text("{")
    with pytest.raises(BadInputError, match="is not JSON"):
        list(read_json(path))
