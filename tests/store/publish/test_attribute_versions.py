"""Owners, descriptions, tags and classes over time: versions that do not depend on the order of events."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg import Connection

from headwater.facts.arrow import to_table
from headwater.facts.fold import fold_events
from headwater.model.events import LogEntry
from headwater.model.times import to_micros
from headwater.questions.lineage.attribute_differences import combined
from headwater.store.publish import Publisher
from tests.builders import dataset_event, to_log
from tests.pipeline.served import served
from tests.world import rolled_back, shared_database

# Three days, at a few hours each, so that values return on the same day and on another.
HOURS = st.integers(0, 71)
FACETS: dict[str, st.SearchStrategy[Any]] = {
    "ownership": st.sampled_from(
        [{"owners": [{"name": "kira"}]}, {"owners": [{"name": "sam"}, {"name": "kira"}]}, {"_deleted": True}]
    ),
    "documentation": st.sampled_from([{"description": "one"}, {"description": "two"}, {"_deleted": True}]),
    "tags": st.sampled_from(
        [
            {"tags": [{"key": "pii", "field": "email"}, {"key": "gold"}]},
            {"tags": [{"key": "classification", "value": "Restricted", "field": "email"}]},
        ]
    ),
    "headwater_asset": st.sampled_from(
        [
            {"owner": "ann", "description": "declared", "columns": [{"name": "email", "is_pii": False}]},
            {"owner": "", "description": "", "tags": ["silver"], "columns": []},
            {"_deleted": True},
        ]
    ),
}
VERSIONS = """
select nodes.name, version.name, version.valid_from, attribute_values.value
from attribute_versions as version
join nodes on nodes.id = version.node_id
join attribute_values on attribute_values.hash = version.hash
order by 1, 2, 3
"""
CURRENT = """
select distinct on (version.name) version.name, attribute_values.value
from attribute_versions as version join attribute_values on attribute_values.hash = version.hash
order by version.name, version.valid_from desc
"""
SCHEMA = {"fields": [{"name": "email", "type": "text"}]}


@pytest.fixture(scope="module")
def database(postgres_url: str) -> Iterator[str]:
    with shared_database(postgres_url) as url:
        yield url


@st.composite
def histories(draw: st.DrawFn) -> list[dict[str, Any]]:
    hours = draw(st.lists(HOURS, min_size=1, max_size=12, unique=True))
    facets = st.fixed_dictionaries({"schema": st.just(SCHEMA)}, optional=FACETS)
    return [event_at(hour, draw(facets)) for hour in hours]


def event_at(hour: int, facets: dict[str, Any]) -> dict[str, Any]:
    event = dataset_event("orders", 0, **facets)
    return event | {"eventTime": f"2026-04-{20 + hour // 24}T{hour % 24:02}:00:00Z"}


def publish(connection: Connection, batches: Iterable[list[dict[str, Any]]]) -> None:
    position = 0
    for batch in batches:
        entries = []
        for event in map(to_log, batch):
            position += 1
            stamp = (position, event.event_id.hex, to_micros(event.event_time))
            entries.append(LogEntry(*stamp, event.kind, event.body))
        Publisher(10).publish(connection, to_table(fold_events(entries)))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=histories(), seed=st.integers(0, 99), size=st.integers(1, 5))
def test_any_order_and_any_batches_end_in_the_same_versions(
    database: str, history: list[dict[str, Any]], seed: int, size: int
) -> None:
    shuffled = [*history, *Random(seed).sample(history, len(history) // 2)]
    Random(seed).shuffle(shuffled)
    with rolled_back(database) as connection:
        publish(connection, [history])
        in_order = served(connection)
    with rolled_back(database) as connection:
        publish(connection, [shuffled[start : start + size] for start in range(0, len(shuffled), size)])
        assert served(connection) == in_order


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=histories())
def test_the_latest_versions_together_say_what_the_catalog_shows(
    database: str, history: list[dict[str, Any]]
) -> None:
    with rolled_back(database) as connection:
        publish(connection, ([event] for event in history))
        said = combined(dict(connection.execute(CURRENT).fetchall()))
        (shown,) = connection.execute(
            "select owners, tags, description from nodes where kind = 'dataset'"
        ).fetchall()
        labels = connection.execute("select classification, pii from column_labels").fetchone()
    assert shown == (
        list(said.get(("owners", None), ())),
        list(said.get(("tags", None), ())),
        next(iter(said.get(("description", None), ())), None),
    )
    level, pii = labels or (None, None)
    assert said.get(("classification", "email"), ()) == ((level,) if level else ())
    assert said.get(("pii", "email"), ()) == (() if pii is None else ("yes" if pii else "no",))


def owned(name: str, **more: Any) -> dict[str, Any]:
    return {"ownership": {"owners": [{"name": name, **more}], "_producer": f"https://{name}"}}


def test_a_version_begins_where_something_else_is_said(connection: psycopg.Connection[Any]) -> None:
    said = [(1, "kira"), (2, "kira"), (3, "sam"), (30, "sam"), (31, "kira")]
    publish(connection, [[event_at(hour, owned(name)) for hour, name in said]])
    assert [(at.day, at.hour, value) for *_, at, value in connection.execute(VERSIONS)] == [
        (20, 1, ["kira"]),
        (20, 3, ["sam"]),
        (21, 7, ["kira"]),
    ]


def test_another_producer_or_order_is_no_version(connection: psycopg.Connection[Any]) -> None:
    both = [{"name": "sam"}, {"name": "kira"}]
    said = [{"ownership": {"owners": owners, "_producer": str(owners)}} for owners in (both, both[::-1])]
    publish(connection, [[event_at(hour, facets) for hour, facets in enumerate(said)]])
    assert len(connection.execute(VERSIONS).fetchall()) == 1
