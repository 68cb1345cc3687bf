"""The dashboards' connector promises what all connectors do, whichever the tool."""

from pathlib import Path
from typing import Any

import pytest

from headwater.connectors.contract import Connector
from headwater.connectors.dashboards import DashboardOptions, connector
from tests.connectors.contract import ConnectorContract
from tests.connectors.dashboards.superset_export import write_export

CASES = Path(__file__).parents[2] / "cases" / "dashboards"


class TestMetabase(ConnectorContract):
    folder = "dashboards"

    @pytest.fixture
    def connector(self) -> Connector[Any]:
        return connector(DashboardOptions("metabase", export="metabase"), CASES)


class TestSuperset(ConnectorContract):
    folder = "dashboards"

    @pytest.fixture
    def connector(self, tmp_path: Path) -> Connector[Any]:
        return connector(DashboardOptions("superset", export=str(write_export(tmp_path / "export.zip"))))


class TestLooker(ConnectorContract):
    folder = "dashboards"

    @pytest.fixture
    def connector(self) -> Connector[Any]:
        return connector(DashboardOptions("looker", export="looker"), CASES)
