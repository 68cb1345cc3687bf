"""The judge of all dialects keeps the contract of judges."""

import pytest

from headwater.simulator.judge import Judge, SchemaPair
from headwater.simulator.schema_changes import apply
from headwater.simulator.sqlglot_judge import SqlglotJudge, touches
from tests.simulator.judge_contract import SHOP, JudgeContract, change


class TestSqlglotJudge(JudgeContract):
    @pytest.fixture
    def judge(self) -> Judge:
        return SqlglotJudge()


class TestSqlglotJudgeOfDuckDb(TestSqlglotJudge):
    dialect = "duckdb"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("select id from orders where amount > 3", True),
        ("select id from orders", False),
        ("select amount from elsewhere", False),
        ("select count(*) from orders", False),
        ("select id * 2 from orders", False),
        ("select * from orders", True),
        ("select o.*\nfrom orders o", True),
        ("select top 3 * -- all\nfrom orders", True),
        ("select * exclude (id) from orders", True),
        ("select struct(*) from orders", True),
        ("from orders", True),
        ("from orders select *", True),
        ("insert into orders values (1)", True),
        ("select id from orders natural join customers", True),
    ],
)
def test_the_words_of_a_text_tell_whether_it_is_worth_parsing(text: str, expected: bool) -> None:
    pair = SchemaPair(SHOP, apply([change("drop_column", "amount")], SHOP))
    assert touches(text, pair) is expected
