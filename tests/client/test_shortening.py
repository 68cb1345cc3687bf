"""JSON in so many characters: small parts whole, the front of large ones, and a note of what is missing."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.client.shortening import json_size, shortened

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=80),
    lambda inner: st.lists(inner, max_size=30) | st.dictionaries(st.text(max_size=10), inner, max_size=20),
    max_leaves=60,
)


def test_what_fits_is_left_as_it_is() -> None:
    assert shortened({"a": [1, 2, 3]}, 100) == ({"a": [1, 2, 3]}, {})


def test_a_small_field_stays_whole_beside_a_large_one() -> None:
    found, left_out = shortened({"large": ["x" * 20] * 50, "small": ["a", "b"]}, 200)
    assert (found["small"], len(found["large"])) == (["a", "b"], 7)
    assert left_out == {"large": "7 of 50"}


def test_a_list_of_large_items_shows_several_of_them_shortened() -> None:
    found, left_out = shortened([{"id": n, "text": "y" * 1000} for n in range(9)], 930)
    assert [item["id"] for item in found] == [0, 1, 2]
    assert set(left_out) == {"", "[].text"}
    assert left_out[""] == "3 of 9"


def test_a_text_loses_its_end() -> None:
    assert shortened("z" * 1000, 603) == ("z" * 600 + "…", {"": "600 of 1000 characters"})


def test_a_name_stays_whole() -> None:
    name = "warehouse/" + "orders_" * 20
    assert shortened({"names": [name, name]}, 50) == ({"names": [name]}, {"names": "1 of 2"})


def test_a_map_of_many_keys_keeps_the_first_of_them() -> None:
    found, left_out = shortened({f"key{n}": n for n in range(400)}, 1000)
    assert (len(found), left_out[""]) == (50, "50 of 400 keys")


@given(JSON, st.integers(0, 400))
def test_whatever_is_missing_is_said(value: Any, room: int) -> None:
    found, left_out = shortened(value, room)
    assert bool(left_out) == (found != value)
    assert json_size(found) <= json_size(value) + len("…".encode()) * len(left_out) * 60


@pytest.mark.parametrize("room", [500, 2_000, 8_000])
def test_it_comes_close_to_the_room_that_there_is(room: int) -> None:
    value = {"items": [{"name": f"n{n}", "why": "because " * 9} for n in range(500)], "total": 500}
    found, _ = shortened(value, room)
    assert room * 0.6 < json_size(found) <= room
