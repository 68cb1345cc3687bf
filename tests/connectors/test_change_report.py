"""Right after a look at a warehouse: what changed, why readers fail, and whom it reaches."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from psycopg import Connection

from headwater.client import Headwater
from headwater.connectors.change_report import describe_changes
from headwater.connectors.run import run
from headwater.connectors.warehouse import WarehouseOptions, connector
from tests.published import publish
from tests.running import RunningApi, running_api

BEFORE = """
create table shop.sales.orders (id bigint, amount numeric(12, 2), note varchar(80));
create view shop.marts.revenue as select id, amount from shop.sales.orders;
"""
# The views stay as they are: a warehouse lets them break.
AFTER = """
create table shop.sales.orders (id bigint, note varchar(80));
create view shop.marts.revenue as select id, amount from shop.sales.orders;
"""
GONE = "create view shop.marts.revenue as select id, amount from shop.sales.orders;"


@pytest.fixture
def api(database_url: str) -> Iterator[RunningApi]:
    with running_api(database_url) as running:
        yield running


def look(api: RunningApi, connection: Connection, folder: Path, ddl: str) -> list[str]:
    (folder / "schema.sql").write_text(ddl)
    reader = connector(WarehouseOptions(ddl=[str(folder / "schema.sql")], namespace="snowflake://shop"))
    with Headwater(api.url) as server:
        result = run(reader, server, datetime.now(UTC))
        publish(connection, [])
        api.wait_until_visible()
        return list(describe_changes(server, result))


def test_a_change_and_a_drop_are_reported_with_what_they_break(
    api: RunningApi, connection: Connection, tmp_path: Path
) -> None:
    assert look(api, connection, tmp_path, BEFORE) == []
    said = look(api, connection, tmp_path, AFTER)
    assert said[0] == "breaking: shop.sales.orders: removed amount"
    assert said[1].startswith("  `amount` is gone: ")
    assert said[2].startswith("  amount reaches ")
    assert "shop.marts.revenue" in said[2]
    said = look(api, connection, tmp_path, GONE)
    assert said[0] == "dropped: snowflake://shop/shop.sales.orders"
    assert "shop.marts.revenue" in said[1]
    assert look(api, connection, tmp_path, GONE) == []
