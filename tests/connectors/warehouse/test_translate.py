"""What a warehouse looks like, and what a change of it comes to mean."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import duckdb
import psycopg
import pytest
from psycopg import Connection

from headwater.connectors.contract import SourceDocument
from headwater.connectors.warehouse import WarehouseConnector, WarehouseOptions, connector
from headwater.errors import BadInputError
from headwater.model.edges import EdgeKind
from tests.connectors.contract import NOW
from tests.connectors.dbt.test_translate import COLUMN_EDGES, names
from tests.connectors.warehouse.test_contract import DDL
from tests.published import publish

SPACE = "snowflake://shop"


class Looks:
    """Looks at a DDL file again and again, and publishes what is new."""

    def __init__(self, folder: Path, connection: Connection) -> None:
        self.file, self.connection = folder / "schema.sql", connection
        self.connector = connector(WarehouseOptions(ddl=[str(self.file)], namespace=SPACE))
        self.state: dict[str, Any] = {}
        self.now = NOW

    def look(self, ddl: str) -> list[dict[str, Any]]:
        self.file.write_text(ddl)
        self.now += timedelta(hours=1)
        sent = []
        for fetched in self.connector.fetch(self.state, self.now):
            for one in self.connector.translate(fetched.part, self.now):
                assert isinstance(one, SourceDocument)
                sent.append(dict(one.body))
            self.state = dict(fetched.state)
        publish(self.connection, sent)
        return sent

    def versions(self, table: str) -> list[list[str]]:
        query = """select fields from schema_versions as known join schemas using (hash)
        join nodes on nodes.id = known.dataset_id where nodes.name = %s order by valid_from"""
        return [[one["name"] for one in fields] for fields in names(self.connection, query, table)]


@pytest.fixture
def looks(tmp_path: Path, connection: Connection) -> Looks:
    return Looks(tmp_path, connection)


def test_a_view_s_columns_lead_to_those_of_its_tables(looks: Looks) -> None:
    looks.look(DDL)
    found = names(looks.connection, COLUMN_EDGES, "big_orders", "amount", EdgeKind.COLUMN)
    assert found == ["orders.amount"]


def test_a_changed_table_is_a_new_version_and_nothing_else_is_sent(looks: Looks) -> None:
    looks.look(DDL)
    sent = looks.look(DDL.replace("amount numeric", "amount_usd numeric"))
    assert [one["dataset"]["name"] for one in sent] == ["orders"]
    assert looks.versions("orders") == [["id", "amount"], ["id", "amount_usd"]]


def test_a_table_that_is_gone_is_dropped_and_a_view_makes_nothing_any_more(looks: Looks) -> None:
    looks.look(DDL)
    looks.look("create table orders (id bigint, amount numeric)")
    dropped = "select kind || ' ' || name from nodes where dropped_at is not null order by 1"
    assert names(looks.connection, dropped) == ["dataset big_orders", "dataset customers", "job big_orders"]


def test_duckdb_names_tables_as_dbt_does(tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "shop.duckdb")) as connection:
        connection.execute("create schema marts; create view marts.v as select 1 as one")
    found = connector(WarehouseOptions(duckdb="shop.duckdb"), tmp_path)
    (first, *_) = found.fetch({}, NOW)
    (table,) = first.part.changed
    assert (table.name, first.part.warehouse.namespace) == ("shop.marts.v", "duckdb://shop.duckdb")


def test_postgresql_tells_views_with_what_they_read(database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("create schema shop; set search_path to shop;" + DDL)
        connection.execute("comment on table orders is 'One row an order.'")
        connection.execute("create materialized view totals as select sum(amount) as total from big_orders")
    found = {
        table.name.partition(".shop.")[2]: table
        for part in connector(WarehouseOptions(url=database_url)).fetch({}, NOW)
        for table in part.part.changed
    }
    assert (found["orders"].comment, [one.type for one in found["orders"].columns]) == (
        "One row an order.",
        ["bigint", "numeric"],
    )
    assert [name.partition(".shop.")[2] for name in found["totals"].reads] == ["big_orders"]
    assert (found["totals"].is_view, found["big_orders"].is_view) == (True, True)


def look(options: WarehouseOptions) -> WarehouseConnector:
    found = connector(options)
    next(iter(found.fetch({}, NOW)))
    return found


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({}, "url: give one of url, duckdb and ddl"),
        ({"url": "postgresql://h/d", "duckdb": "x"}, "url: give one of"),
        ({"ddl": ["x"]}, "namespace: required with ddl"),
        ({"duckdb": "missing.duckdb"}, "duckdb: missing.duckdb: no such file"),
        ({"ddl": ["missing.sql"], "namespace": "x"}, "ddl: missing.sql can't be read"),
        ({"url": "postgresql://kim:secret@127.0.0.1:1/d"}, "url: 127.0.0.1:1: connection failed"),
        ({"url": "nonsense"}, "url: is no address of a PostgreSQL"),
    ],
)
def test_what_can_not_be_read_is_named_and_no_password_shown(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadInputError) as raised:
        look(WarehouseOptions(**options))
    assert str(raised.value).startswith(reason)
    assert "secret" not in str(raised.value)


def test_a_source_is_shown_without_its_password() -> None:
    found = connector(WarehouseOptions(url="postgresql://kim:secret@db.example/shop"))
    assert (found.source, found.name) == (
        "postgres://db.example:5432/shop",
        "warehouse-db.example-5432-shop",
    )
