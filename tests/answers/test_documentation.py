"""Schemas are made from the answers: types, words below the fields, examples."""

from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from headwater.answers.base import Answer, Page
from headwater.answers.documentation import field_descriptions, schemas

Item = TypeVar("Item")


class Town(Answer, frozen=True):
    """Where people live."""

    name: str
    """As its people call it."""
    from_: str = msgspec.field(name="from")
    """Where its name
    comes from."""
    size: int

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"name": "Ulm", "from": "Hulma", "size": 126000}


class Capital(Town, frozen=True):
    """A town with a government."""

    country: str
    """Of which it is the capital."""


class Dated(Page[Item], Generic[Item], frozen=True):
    """A page with a date."""

    year: int


class Towns(Dated[Town], frozen=True):
    """Some towns."""


def test_the_string_below_a_field_is_its_description() -> None:
    properties = schemas([Town])["Town"]["properties"]
    assert properties["name"] == {"type": "string", "description": "As its people call it."}
    assert "description" not in properties["size"]


def test_a_renamed_field_is_described_under_its_name_on_the_wire() -> None:
    properties = schemas([Town])["Town"]["properties"]
    assert properties["from"]["description"] == "Where its name\ncomes from."
    assert "from_" not in properties


def test_fields_of_the_class_before_are_described_as_well() -> None:
    assert list(field_descriptions(Capital)) == ["name", "from_", "country"]


def test_an_example_is_not_inherited() -> None:
    found = schemas([Town, Capital])
    assert found["Town"]["examples"] == [Town.EXAMPLE]
    assert "examples" not in found["Capital"]


def test_a_page_has_the_schema_of_its_items_and_every_field_is_required() -> None:
    found = schemas([Towns])
    assert found["Towns"]["properties"]["items"]["items"] == {"$ref": "#/components/schemas/Town"}
    assert found["Towns"]["required"] == ["items", "total", "next_cursor", "year"]
    assert found["Towns"]["properties"]["total"]["description"].startswith("How many there are")
