"""How much a statement says is counted alike here and in PostgreSQL."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg import Connection

from headwater.facts.richness import richness

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=3)
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(texts | st.sampled_from(["_producer", "_schemaURL", "name"]), inner, max_size=4)
    ),
    max_leaves=15,
)


@pytest.fixture
def connection(new_database: Callable[[], str]) -> Iterator[Connection]:
    with psycopg.connect(new_database(), autocommit=True) as connection:
        yield connection


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=values)
def test_postgresql_counts_the_same(connection: Connection, value: Any) -> None:
    text = json.dumps(value)
    assert connection.execute("select richness(%s::jsonb)", [text]).fetchone() == (richness(text),)


def test_nothing_says_nothing(connection: Connection) -> None:
    assert connection.execute("select richness(null)").fetchone() == (richness(None),)


def test_the_count_of_a_large_value_takes_one_pass(connection: Connection) -> None:
    """Two passes over a list of so many would take longer than the timeout by far."""
    connection.execute("set statement_timeout = '60s'")
    large = json.dumps({"rows": [{"a": number, "b": [1, 2]} for number in range(150_000)]})
    assert connection.execute("select richness(%s::jsonb)", [large]).fetchone() == (450_000,)
