"""A name that a user typed finds its node, or an error that helps."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from headwater.errors import AmbiguousNameError, BadParameterError, EntityNotFoundError
from headwater.questions import resolve
from headwater.store.queries import nodes
from tests.world import NAMESPACE, World, rolled_back, shared_database

ORDERS = "shopflow.sales.orders"


@pytest.fixture(scope="module")
def shared_url(postgres_url: str) -> Iterator[str]:
    with shared_database(postgres_url) as url:
        yield url


@pytest.fixture
def connection(shared_url: str) -> Iterator[psycopg.Connection[Any]]:
    with rolled_back(shared_url) as connection:
        yield connection


@pytest.mark.parametrize(
    "name",
    [
        f"{NAMESPACE}/{ORDERS}",
        f"{NAMESPACE}.{ORDERS}",
        f"dataset:{NAMESPACE}/{ORDERS}",
        f"dataset:{NAMESPACE}:{ORDERS}",
        ORDERS,
        "sales.orders",
        "SALES.Orders",
        "Ecommerce_Warehouse.ShopFlow.sales.orders",
        "  sales.orders ",
    ],
)
def test_every_spelling_finds_the_dataset(connection: Any, world: World, name: str) -> None:
    orders = world.dataset(ORDERS)
    world.dataset("shopflow.sales.big_orders")
    assert resolve.entity(connection, name).id == orders


@pytest.mark.parametrize(
    "name",
    [
        "postgres://db:5432/shop.public.orders",
        "postgresql://db:5432/shop.public.orders",
        "postgres://db:5432.shop.public.orders",
        "public.orders",
    ],
)
def test_a_namespace_may_contain_slashes_and_colons(connection: Any, world: World, name: str) -> None:
    orders = world.dataset("shop.public.orders", namespace="postgres://db:5432")
    assert resolve.entity(connection, name).id == orders


def test_a_name_may_contain_slashes(connection: Any, world: World) -> None:
    file = world.dataset("raw/2026/orders.parquet", namespace="s3://lake")
    assert resolve.entity(connection, "s3a://lake/raw/2026/orders.parquet").id == file


def test_an_alias_finds_what_it_is_an_alias_of(connection: Any, world: World) -> None:
    orders, file = world.dataset(ORDERS), world.dataset("orders", namespace="s3://lake")
    world.alias(file, orders)
    assert resolve.entity(connection, "s3://lake/orders").id == orders
    assert resolve.entity(connection, "orders").id == orders


def test_a_suffix_that_several_names_end_in_is_refused_with_all_of_them(
    connection: Any, world: World
) -> None:
    world.dataset("a.sales.orders")
    world.dataset("b.sales.orders")
    with pytest.raises(AmbiguousNameError) as caught:
        resolve.entity(connection, "sales.orders")
    assert caught.value.candidates == (f"{NAMESPACE}/a.sales.orders", f"{NAMESPACE}/b.sales.orders")


def test_a_job_and_a_dataset_of_one_name_are_told_apart_by_their_kind(connection: Any, world: World) -> None:
    world.dataset("orders", namespace="shop")
    job = world.job("orders", namespace="shop")
    with pytest.raises(AmbiguousNameError) as caught:
        resolve.entity(connection, "shop/orders")
    assert caught.value.candidates == ("dataset:shop/orders", "job:shop/orders")
    assert resolve.entity(connection, "job:shop/orders").id == job


def test_the_exact_name_wins_over_longer_ones_that_end_in_it(connection: Any, world: World) -> None:
    exact = world.dataset("orders", namespace="sales")
    world.dataset("x.sales.orders")
    assert resolve.entity(connection, "sales/orders").id == exact
    assert resolve.entity(connection, "sales.orders").id == exact


@pytest.mark.parametrize("name", ["sales.ordrs", "shopflow.sales.order", "nowhere/shopflow.sales.orders"])
def test_an_unknown_name_is_answered_with_the_nearest(connection: Any, world: World, name: str) -> None:
    world.dataset(ORDERS)
    world.dataset("crm.people")
    with pytest.raises(EntityNotFoundError) as caught:
        resolve.entity(connection, name)
    assert caught.value.nearest[0] == f"{NAMESPACE}/{ORDERS}"


@pytest.mark.parametrize("name", ["%", "_", "\\", "." * 5000, "/" * 5000, "dataset:x", "'; drop table nodes"])
def test_odd_names_are_not_found_and_do_no_harm(connection: Any, world: World, name: str) -> None:
    world.dataset(ORDERS)
    with pytest.raises(EntityNotFoundError):
        resolve.entity(connection, name)


def test_an_empty_name_is_refused(connection: Any) -> None:
    with pytest.raises(BadParameterError):
        resolve.entity(connection, " ")


@pytest.mark.parametrize(
    ("name", "column"),
    [(ORDERS, "amount_usd"), (f"{ORDERS}#amount_usd", None), ("sales.orders#AMOUNT_USD", None)],
)
def test_a_column_is_named_apart_or_after_a_hash(
    connection: Any, world: World, name: str, column: str | None
) -> None:
    amount = world.column(world.dataset(ORDERS), "amount_usd")
    assert resolve.target(connection, name, column).subject.id == amount


def test_a_column_of_an_alias_is_the_column_of_the_dataset(connection: Any, world: World) -> None:
    orders, file = world.dataset(ORDERS), world.dataset("orders", namespace="s3://lake")
    world.alias(file, orders)
    amount, same = world.column(orders, "amount"), world.column(file, "amount")
    world.alias(same, amount)
    assert resolve.target(connection, "s3://lake/orders#amount").subject.id == amount


def test_a_dataset_whose_name_has_a_hash_is_found_whole(connection: Any, world: World) -> None:
    odd = world.dataset("c#.orders")
    assert resolve.target(connection, f"{NAMESPACE}/c#.orders").subject.id == odd


def test_an_unknown_column_is_answered_with_the_nearest(connection: Any, world: World) -> None:
    orders = world.dataset(ORDERS)
    world.column(orders, "amount_usd")
    world.column(orders, "id")
    with pytest.raises(EntityNotFoundError) as caught:
        resolve.target(connection, ORDERS, "amount_us")
    assert caught.value.nearest == ("amount_usd",)


def test_a_suffix_is_found_by_the_index_on_reversed_names(connection: Any) -> None:
    connection.execute(
        "insert into nodes (key, kind, namespace, name)"
        " select gen_random_uuid(), 'dataset', 'wh', 'sales.t' || i from generate_series(1, 5000) as i"
    )
    connection.execute("analyze nodes")
    values = {"kinds": ["dataset"], "suffix": "sales.t77", "limit": 5}
    plan = str(connection.execute("explain " + nodes.BY_SUFFIX, values).fetchall())
    assert "nodes_by_suffix" in plan
    assert "~>=~" in plan
