"""Columns come from the schema; what else is known of them comes from facets and lineage."""

from typing import Any
from uuid import uuid4

from headwater.answers.catalog import SchemaVersion
from headwater.questions.catalog.columns import KnownColumn, columns_of
from headwater.store.queries import nodes
from headwater.store.queries.facets import NamedFacet
from tests.world import SEEN


def schema(*fields: dict[str, Any]) -> SchemaVersion:
    return SchemaVersion(SEEN, None, uuid4(), None, fields)


def facet(name: str, value: Any) -> NamedFacet:
    return NamedFacet(name, value, SEEN, uuid4())


def test_columns_keep_the_order_of_the_schema() -> None:
    found = columns_of(schema({"name": "b", "type": "int"}, {"name": "a", "type": "text"}), (), ())
    assert found == (KnownColumn("b", "int", 1), KnownColumn("a", "text", 2))


def test_descriptions_and_tags_come_from_the_facets() -> None:
    told = (
        facet("schema", {"fields": [{"name": "email", "description": "Where to write."}]}),
        facet(
            "tags",
            {"tags": [{"key": "pii", "value": "true", "field": "email"}, {"key": "tier", "value": "1"}]},
        ),
    )
    (column,) = columns_of(schema({"name": "email", "type": "text"}), told, ())
    assert (column.description, column.tags) == ("Where to write.", ("pii",))


def test_a_column_that_only_lineage_speaks_of_is_told_apart() -> None:
    found = columns_of(None, (), (nodes.ColumnNode(1, "amount"),))
    assert found == (KnownColumn("amount", in_schema=False),)


def test_facets_of_any_shape_do_no_harm() -> None:
    told = (facet("tags", ["x"]), facet("schema", "y"))
    assert columns_of(schema({"name": "a", "type": "int"}), told, ()) == (KnownColumn("a", "int", 1),)
    odd = facet("tags", {"tags": [1, {"key": 3, "field": "a"}, {"field": ["a"], "key": "k"}]})
    assert columns_of(schema({"name": "a", "type": "int"}), (odd,), ())[0].tags == ()


def test_the_catalogs_words_on_columns_go_beside_the_producers() -> None:
    email = {"name": "email", "description": "ours", "is_pii": True, "classification": "restricted"}
    told = (
        facet("schema", {"fields": [{"name": "email", "description": "theirs"}]}),
        facet("tags", {"tags": [{"key": "raw", "field": "email"}]}),
        facet("headwater_asset.columns", {"columns": [email | {"tags": ["gdpr"], "nullable": False}]}),
    )
    (column,) = columns_of(schema({"name": "email", "type": "text"}), told, ())
    assert (column.description, column.nullable) == ("ours", False)
    assert column.tags == ("classification:restricted", "gdpr", "pii", "raw")
