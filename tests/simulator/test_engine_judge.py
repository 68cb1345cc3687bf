"""From what an engine says to a verdict with its place in the text."""

from collections.abc import Iterator

import pytest

from headwater.simulator.duckdb_engine import DuckDbEngine
from headwater.simulator.engine_judge import EngineJudge
from headwater.simulator.judge import JudgedQuery, SchemaPair
from headwater.simulator.proposals import ProposedChange
from headwater.simulator.schema_changes import apply
from tests.simulator.judge_contract import SHOP, change

DROP = change("drop_column", "amount")


@pytest.fixture
def duckdb() -> Iterator[EngineJudge]:
    engine = DuckDbEngine()
    yield EngineJudge(engine)
    engine.close()


@pytest.mark.parametrize("dialect", ["duckdb", "snowflake"])
@pytest.mark.parametrize(
    ("text", "given", "expected"),
    [
        ("select amount from orders", DROP, "amount"),
        ("select id\nfrom wh.shop.orders o\nwhere o.id > 1 and o.amount > 3", DROP, "amount"),
        ("select id from orders", change("drop_table"), "orders"),
        ("select note, amount from orders", change("change_type", "amount", new_type="text"), "amount"),
        ("select\n  *\nfrom orders", change("drop_column", "note"), "*"),
    ],
)
def test_a_verdict_has_its_place(
    duckdb: EngineJudge, dialect: str, text: str, given: ProposedChange, expected: str
) -> None:
    found = duckdb.judge(JudgedQuery(text, dialect), SchemaPair(SHOP, apply([given], SHOP)))
    assert found.fragment is not None, found
    line, column, length = found.fragment
    assert text.splitlines()[line - 1][column - 1 :][:length] == expected
