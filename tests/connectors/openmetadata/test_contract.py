"""The connector of OpenMetadata keeps what all connectors promise."""

from typing import Any

import pytest

from headwater.connectors.contract import Connector
from headwater.connectors.openmetadata import OpenMetadataOptions, connector, fetch
from tests.connectors.contract import ConnectorContract
from tests.connectors.openmetadata.fake_server import TOKEN, FakeOpenMetadata


class TestOpenMetadata(ConnectorContract):
    folder = "openmetadata"

    @pytest.fixture
    def connector(self, catalog: FakeOpenMetadata, monkeypatch: pytest.MonkeyPatch) -> Connector[Any]:
        monkeypatch.setattr(fetch, "PART_ENTITIES", 2)
        return connector(OpenMetadataOptions(catalog.url, TOKEN))
