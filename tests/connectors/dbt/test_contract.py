"""The dbt connector keeps what all connectors promise."""

from pathlib import Path
from typing import Any

import pytest

from headwater.connectors.contract import Connector
from headwater.connectors.dbt import DbtOptions, connector
from tests.connectors.contract import ConnectorContract

SHOP = Path(__file__).parents[2] / "cases" / "dbt" / "shop"


class TestDbt(ConnectorContract):
    folder = "dbt"

    @pytest.fixture
    def connector(self) -> Connector[Any]:
        return connector(DbtOptions(str(SHOP), namespace="duckdb://shop.duckdb"))
