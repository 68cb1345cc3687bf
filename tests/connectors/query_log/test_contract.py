"""The connector of query logs keeps what all connectors promise."""

import json
from pathlib import Path
from typing import Any

import pytest

from headwater.connectors.contract import Connector
from headwater.connectors.query_log import QueryLogOptions, connector, fetch
from tests.connectors.contract import ConnectorContract


class TestQueryLog(ConnectorContract):
    folder = "query_log"

    @pytest.fixture
    def connector(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Connector[Any]:
        monkeypatch.setattr(fetch, "PART_ROWS", 7)
        rows = [
            {"sql": f"select {place} from orders", "time": f"2026-04-20T01:{place:02}:00Z", "user": "kira"}
            for place in range(20)
        ]
        (tmp_path / "log.jsonl").write_text("\n".join(map(json.dumps, rows)))
        return connector(QueryLogOptions([str(tmp_path / "log.jsonl")]))
