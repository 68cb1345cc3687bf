"""DuckDB's binder keeps the contract of judges, and reaches no file."""

from collections.abc import Iterator

import pytest

from headwater.simulator.duckdb_engine import DuckDbEngine
from headwater.simulator.engine_judge import AFTER, BEFORE, EngineColumn, EngineJudge, EngineRefusedError
from headwater.simulator.judge import Judge
from tests.simulator.judge_contract import JudgeContract


@pytest.fixture
def engine() -> Iterator[DuckDbEngine]:
    session = DuckDbEngine()
    yield session
    session.close()


class TestDuckDbJudge(JudgeContract):
    dialect = "duckdb"

    @pytest.fixture
    def judge(self, engine: DuckDbEngine) -> Judge:
        return EngineJudge(engine)


class TestDuckDbJudgeOfSpark(TestDuckDbJudge):
    dialect = "spark"


@pytest.mark.parametrize(
    "text",
    [
        "select * from read_csv('/etc/passwd')",
        "select * from '/etc/passwd'",
        "copy t to 'x.csv'",
        "insert into t values (1); drop table t",
        "select 1; select 2",
        "install httpfs",
    ],
)
def test_files_and_extensions_cannot_be_reached(engine: DuckDbEngine, text: str) -> None:
    engine.create_table(BEFORE, "t", [EngineColumn("a", "int")])
    with pytest.raises(EngineRefusedError):
        engine.describe(BEFORE, text)


def test_the_two_sides_do_not_see_each_other(engine: DuckDbEngine) -> None:
    engine.create_table(AFTER, "t", [EngineColumn("a", "int")])
    with pytest.raises(EngineRefusedError):
        engine.describe(BEFORE, "select a from t")
