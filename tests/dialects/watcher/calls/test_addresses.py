"""Addresses and their types: made once, found again, changed, and the same thing as datasets."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.dialects.watcher.conftest import Client, fields, fresh
from tests.world import World


def make(watcher: Client, name: str | None = None, status: int = 201, **more: Any) -> Any:
    body = {"name": name or fresh("db.table"), "address_type_name": "postgresql"}
    return watcher.post("/address", status, **body, **more)


def row(watcher: Client, answer: Any) -> Any:
    [found] = [one for one in watcher.get("/address") if one["id"] == answer["id"]]
    return found


def test_an_address_is_made_once_whatever_the_case(watcher: Client) -> None:
    name = fresh("db.table")
    first = make(watcher, name, table_name="table", address_type_group_name="database")
    assert sorted(first) == ["id"]
    assert make(watcher, f" {name.upper()} ", 200, table_name="other") == first
    found = row(watcher, first)
    assert (found["name"], found["table_name"], found["deprecated"]) == (name, "table", False)


def test_a_patch_changes_what_is_sent_and_answers_with_the_row(watcher: Client) -> None:
    answer = make(watcher, database_name="db", schema_name="public")
    found = watcher.patch("/address", id=answer["id"], deprecated=True, schema_name=None, primary_key="id")
    assert (found["deprecated"], found["schema_name"], found["database_name"]) == (True, None, "db")
    assert found == row(watcher, answer)


def test_an_address_type_is_made_once_and_can_be_changed(watcher: Client) -> None:
    name = fresh("type")
    made = watcher.post("/address_type", 201, name=name, group_name="database")
    assert watcher.post("/address_type", 200, name=name.upper(), group_name="x") == made
    changed = watcher.patch("/address_type", id=made["id"], group_name="file")
    assert (changed["name"], changed["group_name"]) == (name, "file")
    assert changed in watcher.get("/address_type")


def test_what_does_not_exist_is_not_found(watcher: Client) -> None:
    assert watcher.patch("/address", 404, id=2**62, deprecated=True) == {"detail": "Address not found"}
    missing = {"detail": "Address Type Not Found"}
    assert watcher.patch("/address_type", 404, id=2**62, name="x") == missing
    assert watcher.patch("/address", 404, id=make(watcher)["id"], address_type_id=2**62) == missing
    assert watcher.get(f"/address_lineage/{2**62}", 404) == {"detail": "Address not found"}


def test_a_name_that_another_has_is_a_conflict(watcher: Client) -> None:
    name, other = fresh("db.table"), make(watcher)
    make(watcher, name)
    watcher.patch("/address", 409, id=other["id"], name=name)
    kinds = [watcher.post("/address_type", 201, name=fresh("type")) for _ in range(2)]
    names = {kind["id"]: kind["name"] for kind in watcher.get("/address_type")}
    watcher.patch("/address_type", 409, id=kinds[0]["id"], name=names[kinds[1]["id"]])


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/address", {"name": "x"}, "address_type_name"),
        ("/address", {"name": " ", "address_type_name": "x"}, "name"),
        ("/address", {"name": "x", "address_type_name": "x", "table_name": "a\x00"}, "table_name"),
        ("/address", {"name": "x", "address_type_name": "x", "deprecated": None}, "deprecated"),
        ("/address_type", {}, "name"),
        ("/address_type", {"name": 7}, "name"),
    ],
)
def test_an_address_that_cant_be_used_is_refused_by_field(
    watcher: Client, path: str, body: dict[str, Any], field: str
) -> None:
    assert fields(watcher.post(path, 422, **body)) == [field]


def test_a_new_address_is_a_dataset_in_its_types_namespace(watcher: Client) -> None:
    answer = make(watcher, "warehouse.brand_new")
    found = row(watcher, answer)
    assert (found["dataset_namespace"], found["dataset_name"]) == ("postgresql", "warehouse.brand_new")


def test_an_address_is_the_only_known_dataset_of_its_name(watcher: Client, world: World) -> None:
    name = fresh("shop.orders")
    world.dataset(name, namespace="postgres://db:5432")
    found = row(watcher, make(watcher, name))
    assert (found["dataset_namespace"], found["dataset_name"]) == ("postgres://db:5432", name)


def test_of_two_datasets_of_a_name_the_full_name_tells_which(watcher: Client, world: World) -> None:
    name = fresh("events")
    world.dataset(name, namespace="s3://one")
    world.dataset(name, namespace="s3://two")
    assert row(watcher, make(watcher, name))["dataset_namespace"] == "postgresql"
    found = row(watcher, make(watcher, f"s3a://two/{name}"))
    assert (found["dataset_namespace"], found["dataset_name"]) == ("s3://two", name)


def test_an_alias_leads_to_the_dataset_that_it_means(watcher: Client, world: World) -> None:
    alias, speaker = fresh("hive.orders"), fresh("lake/orders")
    world.alias(world.dataset(alias, namespace="hive"), world.dataset(speaker, namespace="s3://lake"))
    found = row(watcher, make(watcher, alias))
    assert (found["dataset_namespace"], found["dataset_name"]) == ("s3://lake", speaker)


def test_those_who_make_an_address_at_once_get_the_same_one(watcher: Client) -> None:
    body = {"name": fresh("db.table"), "address_type_name": fresh("type")}
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: watcher.api.client.post("/address", json=body), range(16)))
    assert len({reply.json()["id"] for reply in replies}) == 1
    assert sorted(reply.status_code for reply in replies) == [200] * 15 + [201]
