"""Full assets: many are read like one, and with as many statements."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from headwater.answers.base import Node
from headwater.api.process import Process
from headwater.questions.catalog.asset_catalog import asset, full_assets, list_assets
from headwater.store.queries import nodes
from tests.world import World, day

Start = Callable[[], Process]


def fill(world: World, count: int) -> None:
    """Datasets with a schema, labels, declared facets and every third with an alias; and a job."""
    for number in range(count):
        dataset = world.dataset(f"t{number}", owners=["ann"], tier="1")
        column = world.column(dataset, "email")
        world.column(dataset, "gone")
        world.schema(dataset, "email varchar", "note text")
        world.label(column, classification="restricted", pii=True)
        world.facet(dataset, "headwater_asset.owner", {"owner": f"owner{number}"})
        world.facet(dataset, "schema", {"fields": [{"name": "note", "description": f"text {number}"}]})
        if number % 3 == 0:
            alias = world.dataset(f"alias{number}")
            world.alias(alias, dataset)
            world.facet(alias, "headwater_asset.database", {"database": "db"}, at=day(5))
    world.job("load")


def everything(connection: psycopg.Connection[Any]) -> list[Node]:
    ids = [one for (one,) in connection.execute("select id from nodes where kind <> 'column' order by id")]
    return [node.answer for node in nodes.names(connection, ids).values()]


def test_many_assets_are_read_as_each_by_itself(process: Start, world: World) -> None:
    fill(world, 7)
    with process().reading() as reading:
        wanted = everything(world.connection)
        found = full_assets(reading, wanted)
        for one in wanted:
            single = asset(reading, one.id)
            assert found[single.id] == single
    assert {one.owner for one in found.values()} >= {f"owner{number}" for number in range(7)}
    assert next(one for one in found.values() if one.name == "t3").database == "db"


def test_the_number_of_statements_does_not_grow_with_the_assets(
    process: Start, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(world, 20)
    executed: list[object] = []
    execute = psycopg.Cursor.execute

    def counted(self: Any, query: Any, *more: Any, **named: Any) -> Any:
        executed.append(query)
        return execute(self, query, *more, **named)

    wanted = everything(world.connection)
    with process().reading() as reading:
        monkeypatch.setattr(psycopg.Cursor, "execute", counted)
        full_assets(reading, wanted[:1])
        few = len(executed)
        full_assets(reading, wanted)
        monkeypatch.undo()
    # Threads that follow the store execute now and then as well.
    ours = [query for query in executed[few:] if "ids" in str(query) or "keys" in str(query)]
    assert len(ours) <= 6


def test_jobs_are_listed_beside_datasets_unless_they_are_not_wanted(process: Start, world: World) -> None:
    world.dataset("orders")
    world.job("load")
    with process().reading() as reading:
        both, datasets = list_assets(reading), list_assets(reading, pipelines=False)
    assert [asset.name for asset in both.items] == ["orders", "load"]
    assert ([asset.name for asset in datasets.items], datasets.total) == (["orders"], 1)
