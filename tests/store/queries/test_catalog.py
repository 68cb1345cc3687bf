"""Datasets and jobs are listed by name, a page at a time."""

from typing import Any

import pytest

from headwater.errors import BadCursorError
from headwater.model.ids import NodeKind
from headwater.store.queries import catalog
from headwater.store.queries.catalog import CatalogFilter
from headwater.store.queries.paging import encode
from tests.world import World


def names(connection: Any, **wanted: Any) -> list[str]:
    page = catalog.listed(connection, NodeKind.DATASET, CatalogFilter(**wanted), 100)
    assert page.total == len(page.items)
    return [row.name for row in page.items]


def test_pages_follow_each_other_without_gap_or_repeat(connection: Any, world: World) -> None:
    for number in range(7):
        world.dataset(f"sales.t{number}")
    seen, cursor = [], None
    while True:
        page = catalog.listed(connection, NodeKind.DATASET, CatalogFilter(), 3, cursor)
        assert page.total == 7
        seen += [row.name for row in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert seen == [f"sales.t{number}" for number in range(7)]


def test_a_last_page_that_is_exactly_full_has_no_cursor(connection: Any, world: World) -> None:
    world.dataset("a")
    assert catalog.listed(connection, NodeKind.DATASET, CatalogFilter(), 1).next_cursor is None


def test_an_alias_is_not_listed_but_named_on_its_dataset(connection: Any, world: World) -> None:
    orders, file = world.dataset("sales.orders"), world.dataset("orders", namespace="s3://lake")
    world.alias(file, orders)
    (row,) = catalog.listed(connection, NodeKind.DATASET, CatalogFilter(), 10).items
    assert (row.name, row.aliases) == ("sales.orders", ["s3://lake/orders"])


def test_jobs_and_datasets_are_listed_apart(connection: Any, world: World) -> None:
    world.dataset("orders")
    world.job("etl")
    assert [row.name for row in catalog.listed(connection, NodeKind.JOB, CatalogFilter(), 10).items] == [
        "etl"
    ]


@pytest.mark.parametrize("search", ["SALES.ord", "warehouse/sales", "warehouse.sales"])
def test_search_finds_a_part_of_the_full_name_in_any_case(connection: Any, world: World, search: str) -> None:
    world.dataset("sales.orders")
    world.dataset("crm.customers")
    assert names(connection, search=search) == ["sales.orders"]


def test_search_takes_wildcards_literally(connection: Any, world: World) -> None:
    world.dataset("sales.orders")
    world.dataset("a%b_c")
    assert names(connection, search="%") == ["a%b_c"]
    assert names(connection, search="_c") == ["a%b_c"]


def test_filters_combine(connection: Any, world: World) -> None:
    world.dataset("a", owners=["ann"], tags=["pii"], type="TABLE")
    world.dataset("b", owners=["ann"], tags=[], type="VIEW")
    assert names(connection, owner="ann") == ["a", "b"]
    assert names(connection, owner="ann", tag="pii", type="table") == ["a"]
    assert names(connection, namespace="elsewhere") == []


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        "%%%",
        "bnVsbA",
        encode(1),
        encode("a", "b", "c"),
        encode("a", "b", 2**70),
        encode("\x00", "b", 1),
    ],
)
def test_a_cursor_that_we_did_not_hand_out_is_refused(connection: Any, cursor: str) -> None:
    with pytest.raises(BadCursorError):
        catalog.listed(connection, NodeKind.DATASET, CatalogFilter(), 10, cursor)


def test_listing_by_name_uses_the_index_on_names(connection: Any, world: World) -> None:
    world.dataset("a")
    connection.execute("set enable_seqscan = off")
    query = f"explain select {catalog.COLUMNS} from nodes where {catalog.LISTED[NodeKind.DATASET]}"
    plan = connection.execute(query + " order by left(namespace, 200), left(name, 400), id").fetchall()
    assert "nodes_by_name" in str(plan)
    assert "Sort" not in str(plan[0])
