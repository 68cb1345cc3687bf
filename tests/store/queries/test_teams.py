"""The views by which teams are told apart in SQL say the same as `model/teams.py`."""

from typing import Any

import psycopg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg.types.json import Jsonb

from headwater.model.teams import FACET, team_of, team_of_dataset
from tests.world import SEEN, World

NAMES = st.sampled_from(
    ["sales", "sales-eu", "airflow-sales", "airflow_ops", "x%", "a\\b", "default", "Ärger"]
)
PATTERN = st.sampled_from(["*", "sales*", "airflow-*", "*-eu", "x%", "a\\*", "airflow_*", "Är*", "_*", "%"])
TEAMS = st.dictionaries(st.sampled_from(["sales", "ops", "zeta", "Alpha"]), st.lists(PATTERN, max_size=3))
NAMED = st.sampled_from([None, "sales", "ops", "nobody", "default", 3])


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(namespace=NAMES, patterns=TEAMS, named=NAMED)
def test_sql_and_python_find_the_same_team(
    connection: psycopg.Connection[Any], namespace: str, patterns: dict[str, list[str]], named: Any
) -> None:
    with connection.transaction(force_rollback=True):
        for name, own in patterns.items():
            connection.execute(
                "insert into team (name, display_name, patterns, created_at) values (%s, %s, %s, now())",
                [name, name, own],
            )
        job = World(connection).job("load", namespace=namespace)
        if named is not None:
            state(connection, job, named)
        [(found,)] = connection.execute("select team from job_teams").fetchall()
    assert found == team_of(namespace, patterns, named if isinstance(named, str) else None)


DATASET_PATTERN = st.sampled_from(
    ["*", "wh/*", "wh/sales.*", "wh/*.orders", "wh/s%", "*sales*", "wh/sales_orders", "other/*"]
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(["sales.orders", "sales_orders", "salesXorders", "s%", "ops.orders", "a\\b"]),
    patterns=st.dictionaries(
        st.sampled_from(["sales", "ops", "Alpha"]), st.lists(DATASET_PATTERN, max_size=3)
    ),
)
def test_sql_and_python_find_the_same_team_of_a_dataset(
    connection: psycopg.Connection[Any], name: str, patterns: dict[str, list[str]]
) -> None:
    with connection.transaction(force_rollback=True):
        for team, own in patterns.items():
            connection.execute(
                "insert into team (name, display_name, dataset_patterns, created_at)"
                " values (%s, %s, %s, now())",
                [team, team, own],
            )
        [(found,)] = connection.execute("select team_of_dataset('wh', %s)", [name]).fetchall()
    assert found == team_of_dataset(f"wh/{name}", patterns)


def state(connection: psycopg.Connection[Any], node: int, team: Any) -> None:
    connection.execute(
        "insert into facets (node_id, name, at, event_id, value) values (%s, %s, %s, gen_random_uuid(), %s)",
        [node, FACET, SEEN, Jsonb({"team": team})],
    )


def teams_of(connection: psycopg.Connection[Any], dataset: int) -> list[str]:
    query = "select team from dataset_teams where dataset_id = %s order by team"
    return [team for (team,) in connection.execute(query, [dataset]).fetchall()]


def test_a_dataset_belongs_to_who_writes_it_else_to_who_declared_it(
    connection: psycopg.Connection[Any],
) -> None:
    world = World(connection)
    for name in ("sales", "ops", "web"):
        connection.execute(
            "insert into team (name, display_name, created_at) values (%s, %s, now())", [name, name]
        )
    orders, declared, lost = world.dataset("orders"), world.dataset("declared"), world.dataset("lost")
    state(connection, orders, "web")
    state(connection, declared, "web")
    world.writes(world.job("load", namespace="sales"), orders)
    world.writes(world.job("fix", namespace="ops"), orders)
    assert teams_of(connection, orders) == ["ops", "sales"]
    assert teams_of(connection, declared) == ["web"]
    assert teams_of(connection, lost) == ["default"]


def test_a_dataset_that_is_claimed_by_its_name_is_no_one_elses(connection: psycopg.Connection[Any]) -> None:
    world = World(connection)
    for name, patterns in (("sales", ["wh/sales.*"]), ("ops", ["wh/*"]), ("web", [])):
        connection.execute(
            "insert into team (name, display_name, dataset_patterns, created_at) values (%s, %s, %s, now())",
            [name, name, patterns],
        )
    orders, servers, page = (
        world.dataset("sales.orders", namespace="wh"),
        world.dataset("ops.servers", namespace="wh"),
        world.dataset("page", namespace="lake"),
    )
    job = world.job("load", namespace="web")
    for written in (orders, servers, page):
        world.writes(job, written)
    assert [teams_of(connection, one) for one in (orders, servers, page)] == [["sales"], ["ops"], ["web"]]
