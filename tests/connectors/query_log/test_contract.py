"""The connector of query logs keeps what all connectors promise."""

import json
from pathlib import Path
from typing import Any

import pytest

from headwater.connectors.contract import Connector
from headwater.connectors.query_log import QueryLogOptions, connector, fetch, folded, ranges
from headwater.connectors.query_log.on_spark import on_spark
from tests.connectors.contract import ConnectorContract


class TestQueryLog(ConnectorContract):
    folder = "query_log"

    @pytest.fixture
    def connector(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Connector[Any]:
        monkeypatch.setattr(fetch, "PART_ROWS", 7)
        return connector(QueryLogOptions([str(write_log(tmp_path))]))


class TestFoldedQueryLog(ConnectorContract):
    folder = "query_log"

    @pytest.fixture
    def connector(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spark: Any) -> Connector[Any]:
        monkeypatch.setattr(ranges, "RANGE_BYTES", 300)
        monkeypatch.setattr(folded, "PART_RANGES", 2)
        options = QueryLogOptions([str(write_log(tmp_path))], fold=True)
        return connector(options).folding_with(on_spark(lambda: spark))


def write_log(folder: Path) -> Path:
    rows = [
        {"sql": f"select {place} from orders", "time": f"2026-04-20T01:{place:02}:00Z", "user": "kira"}
        for place in range(20)
    ]
    (folder / "log.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return folder / "log.jsonl"
