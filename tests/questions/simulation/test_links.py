"""From a simulation to the Time Machine, and from a change to the simulation of its rollback."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from headwater.questions.simulation.links import rollback_request, time_machine
from headwater.simulator.changes import Field
from headwater.simulator.proposals import read_changes
from headwater.simulator.schema_changes import apply, schemas_of
from headwater.simulator.schema_diff import compare
from headwater.sql.schemas import ColumnSchema, TableSchema
from tests.simulated_shop import ORDERS, Shop
from tests.world import World, day


def test_a_link_holds_any_name() -> None:
    parts = urlsplit(time_machine("dataset:a&b/c d#é", day(3)))
    assert (parts.path, parse_qs(parts.query)) == (
        "/api/v1/investigations",
        {"asset": ["dataset:a&b/c d#é"], "at": ["2026-04-03T00:00:00.000Z"]},
    )


def test_affected_assets_lead_to_the_time_machine(world: World, client: Callable[[], TestClient]) -> None:
    Shop(world).fill()
    world.connection.execute("update nodes set domain = 'finance' where name = 'shop.daily'")
    body = {"asset": "shop.orders", "change_type": "drop_column", "target": "amount"}
    found = client().post("/api/v1/simulations", json=body).json()
    [one] = found["downstream"]
    assert one["domain"] == "finance"
    asked = parse_qs(urlsplit(one["time_machine"]).query)
    assert asked == {"asset": [one["node"]["id"]], "at": [found["at"].replace("Z", ".000Z")]}
    assert client().get(one["time_machine"]).status_code == 200
    assert found["links"]["time_machine"].startswith("/api/v1/investigations?asset=dataset")


def test_a_change_in_the_history_brings_the_simulation_of_its_rollback(
    world: World, client: Callable[[], TestClient]
) -> None:
    shop = Shop(world).fill()
    execute = world.connection.execute
    execute("update schema_versions set valid_to = %s where dataset_id = %s", [day(10), shop.orders])
    shop.schema(shop.orders, [*ORDERS[:1], {"name": "amount", "type": "text"}], day(10))
    asked = client()
    for path in ("changes", "schema-versions"):
        newest, *older = asked.get(f"/api/v1/{path}", params={"dataset": "shop.orders"}).json()["items"]
        assert newest["rollback"] == {
            "asset": "dataset:ecommerce_warehouse/shop.orders",
            "changes": [
                {"change_type": "change_type", "target": "amount", "new_type": "int"},
                {"change_type": "add_column", "target": "note", "new_type": "text"},
            ],
        }
        assert [one["rollback"] for one in older] == [None] * len(older)
        found = asked.post("/api/v1/simulations", json=newest["rollback"])
        assert found.json()["changes"] == [
            "change the type of shop.orders.amount to int",
            "add shop.orders.note text",
        ]


NAMES = st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1, max_size=6)
COLUMNS = NAMES.flatmap(
    lambda names: st.tuples(*(st.tuples(st.just(name), st.sampled_from(["int", "text"])) for name in names))
)


@given(COLUMNS, COLUMNS)
def test_the_rollback_of_any_change_brings_the_old_columns_back(
    before: tuple[tuple[str, str], ...], after: tuple[tuple[str, str], ...]
) -> None:
    changes = compare([Field(*one) for one in before], [Field(*one) for one in after])
    body = rollback_request("t", changes, [name for name, _ in before])
    schemas = schemas_of([TableSchema("t", tuple(ColumnSchema(*one) for one in after))])
    undone = apply(read_changes(body, "t"), schemas) if body else schemas
    found = {(one.name, one.type) for one in undone["t"].columns or ()}
    assert found == set(before)
