"""The connector of warehouse schemas keeps what all connectors promise, over each kind of warehouse."""

from pathlib import Path
from typing import Any

import duckdb
import psycopg
import pytest

from headwater.connectors.contract import Connector
from headwater.connectors.warehouse import WarehouseOptions, connector, fetch
from tests.connectors.contract import ConnectorContract

DDL = """
create table orders (id bigint, amount numeric);
create table customers (id bigint, email text);
create view big_orders as select id, amount from orders where amount > 100;
"""


class TestDdl(ConnectorContract):
    folder = "warehouse"

    @pytest.fixture(autouse=True)
    def _small_parts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(fetch, "PART_TABLES", 1)

    @pytest.fixture
    def connector(self, tmp_path: Path) -> Connector[Any]:
        (tmp_path / "schema.sql").write_text(DDL)
        return connector(WarehouseOptions(ddl=[str(tmp_path / "schema.sql")], namespace="snowflake://shop"))


class TestDuckdb(TestDdl):
    @pytest.fixture
    def connector(self, tmp_path: Path) -> Connector[Any]:
        with duckdb.connect(str(tmp_path / "shop.duckdb")) as connection:
            connection.execute(DDL)
        return connector(WarehouseOptions(duckdb=str(tmp_path / "shop.duckdb")))


class TestPostgresql(TestDdl):
    @pytest.fixture
    def connector(self, database_url: str) -> Connector[Any]:
        with psycopg.connect(database_url, autocommit=True) as connection:
            # The database of a test has Headwater's own tables, which are none of a shop.
            connection.execute("drop schema public cascade; create schema public;" + DDL)
        return connector(WarehouseOptions(url=database_url))
