"""DuckDB is asked where it is installed, and the command works where it is not."""

import sys

import pytest

from headwater.cli.offline.judging import judges_at_hand


def test_duckdb_is_at_hand() -> None:
    assert [engine.name for engine in judges_at_hand().engines] == ["duckdb"]


def test_without_duckdb_our_own_judge_speaks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    monkeypatch.delitem(sys.modules, "headwater.simulator.duckdb_engine", raising=False)
    assert list(judges_at_hand().engines) == []
