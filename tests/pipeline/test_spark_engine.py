"""Spark's analyzer keeps the contract of judges, and runs nothing."""

from collections.abc import Iterator
from typing import Any

import pytest

from headwater.pipeline.spark_engine import SparkEngine
from headwater.simulator.engine_judge import BEFORE, EngineColumn, EngineJudge, EngineRefusedError
from headwater.simulator.judge import Judge, JudgedQuery, Judgement, Reason, SchemaPair
from headwater.simulator.schema_changes import apply
from tests.simulator.judge_contract import ERROR, SAFE, SHOP, SILENT, UNKNOWN, JudgeContract, change

pytestmark = pytest.mark.spark


@pytest.fixture(scope="module")
def engine(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkEngine]:
    session = SparkEngine(spark, tmp_path_factory.mktemp("empty"))
    yield session
    session.close()


@pytest.fixture
def judge(engine: SparkEngine) -> Judge:
    return EngineJudge(engine)


class TestSparkJudge(JudgeContract):
    dialect = "spark"
    # Spark reads texts as numbers where numbers are summed.
    sum_of_texts = (SILENT, Reason.OUTPUT_TYPE)

    @pytest.fixture
    def judge(self, engine: SparkEngine) -> Judge:
        return EngineJudge(engine)


def ask(judge: Judge, text: str, new_type: str, column: str = "amount") -> Judgement:
    proposed = change("change_type", column, new_type=new_type)
    return judge.judge(JudgedQuery(text, "spark"), SchemaPair(SHOP, apply([proposed], SHOP)))


def test_a_cast_that_the_change_brings_is_a_silent_change(judge: Judge) -> None:
    found = ask(judge, "select id from orders where amount = 3", "string")
    assert (found.verdict, found.reason) == (SILENT, Reason.IMPLICIT_CAST)
    assert found.fragment == (1, 29, 6)


@pytest.mark.parametrize(
    "text", ["select concat(amount, 'x') from orders", "select id from orders where amount + id > 3"]
)
def test_a_wider_integer_is_read_alike(judge: Judge, text: str) -> None:
    assert ask(judge, text, "bigint").verdict is SAFE


def test_a_verdict_has_its_place(judge: Judge) -> None:
    pair = SchemaPair(SHOP, apply([change("drop_column", "amount")], SHOP))
    text = "select o.id\nfrom wh.shop.orders o\nwhere o.note = '?' and o.amount > 0"
    found = judge.judge(JudgedQuery(text, "databricks"), pair)
    assert (found.verdict, found.fragment) == (ERROR, (3, 26, 6))


@pytest.mark.parametrize(
    "text",
    [
        "set spark.sql.runSQLOnFiles = true",
        "create table stolen as select 1 as a",
        "drop table if exists t",
        "add jar 'x.jar'",
        "select * from csv.`/etc/passwd`",
        "select * from json.`/etc`",
        "insert overwrite directory '/srv/x' using csv select 1",
        "load data inpath '/etc/passwd' into table t",
        "create temporary function f as 'x'",
        "execute immediate 'drop table t'",
        "refresh table t",
        "select 1; select 2",
    ],
)
def test_no_command_is_looked_at_and_no_file_is_read(engine: SparkEngine, text: str) -> None:
    engine.create_table(BEFORE, "t", [EngineColumn("a", "int")])
    with pytest.raises(EngineRefusedError):
        engine.describe(BEFORE, text)
    assert [one.name for one in engine.describe(BEFORE, "select a from t")] == ["a"]


@pytest.mark.parametrize(
    "text",
    [
        "select amount from orders limit length(repeat('x', 2000000000))",
        "select reflect('java.lang.System', 'exit', 1), amount from orders",
        "select java_method('java.lang.Runtime', 'getRuntime'), amount from orders",
        "select amount from orders, range(length(repeat('x', 2000000000)))",
        "select amount from read_files('/etc/passwd')",
    ],
)
def test_no_constant_is_computed_and_no_method_called(judge: Judge, text: str) -> None:
    pair = SchemaPair(SHOP, apply([change("drop_column", "note")], SHOP))
    assert judge.judge(JudgedQuery(text, "spark"), pair).verdict is UNKNOWN


def test_the_session_of_the_worker_sees_nothing_of_it(engine: SparkEngine, spark: Any) -> None:
    engine.create_table(BEFORE, "seen_by_nobody", [EngineColumn("a", "int")])
    engine.describe(BEFORE, "select a from seen_by_nobody")
    assert not spark.catalog.tableExists("seen_by_nobody")
    assert spark.conf.get("spark.sql.runSQLOnFiles") == "true"
