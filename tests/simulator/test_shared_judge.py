"""Texts of one shape are judged once, and every text as if it had been judged alone."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.simulator.judge import Judge, JudgedQuery, Judgement, SchemaPair
from headwater.simulator.schema_changes import apply
from headwater.simulator.shared_judge import SharedJudge
from headwater.simulator.sqlglot_judge import SqlglotJudge
from headwater.sql.schemas import TableSchema
from tests.simulator.case_files import Case, cases
from tests.simulator.indexed import named
from tests.simulator.judge_contract import SHOP, JudgeContract, change
from tests.simulator.random_queries import Queries, random_change, random_schemas
from tests.simulator.random_shapes import Shapes, change_of_named

ALONE = SqlglotJudge()
DIALECTS = ("duckdb", "postgres", None)


class TestSharedJudge(JudgeContract):
    @pytest.fixture
    def judge(self) -> Judge:
        return SharedJudge()


class CountingJudge(SqlglotJudge):
    def __init__(self) -> None:
        super().__init__()
        self.judged: list[str] = []

    def judge_reached(self, query: JudgedQuery, schemas: SchemaPair) -> Judgement:
        self.judged.append(query.text)
        return super().judge_reached(query, schemas)


def _judged_alike(query: JudgedQuery, pair: SchemaPair) -> None:
    told = (query.text, query.dialect, query.named is not None)
    assert SharedJudge().judge(query, pair) == ALONE.judge(query, pair), told


@given(st.integers(0, 10**9))
@settings(max_examples=150)
def test_random_texts_are_judged_as_if_alone(seed: int) -> None:
    random = Random(seed)
    schemas = random_schemas(random)
    for write in (Queries(random, schemas).query, Shapes(random, schemas).query):
        text = write()
        one = (
            random_change(random, schemas)
            if random.random() < 0.5
            else change_of_named(random, schemas, text)
        )
        pair = SchemaPair(schemas, apply([one], schemas))
        dialect = random.choice(DIALECTS)
        _judged_alike(JudgedQuery(text, dialect), pair)
        _judged_alike(JudgedQuery(text, dialect, named=named(text, schemas)), pair)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_the_case_files_are_judged_as_if_alone(case: Case) -> None:
    pair = SchemaPair(case.schemas, apply(case.changes, case.schemas))
    _judged_alike(JudgedQuery(case.text, case.dialect), pair)
    _judged_alike(JudgedQuery(case.text, case.dialect, named=named(case.text, case.schemas)), pair)


def _pair(*changes: tuple[str, ...]) -> SchemaPair:
    return SchemaPair(SHOP, apply([change(*one) for one in changes], SHOP))


def _asked(judge: SharedJudge, pair: SchemaPair, schemas: dict[str, TableSchema], texts: list[str]) -> None:
    for text in texts:
        judge.judge(JudgedQuery(text, "postgres", named=named(text, schemas)), pair)


def test_texts_of_one_shape_are_judged_once() -> None:
    ours = CountingJudge()
    texts = [f"select q{number}.amount as x{number} from orders as q{number}" for number in range(20)]
    _asked(SharedJudge(ours), _pair(("drop_column", "amount")), SHOP, texts)
    assert len(ours.judged) == 1


def test_schemas_that_come_again_are_not_judged_again() -> None:
    ours = CountingJudge()
    judge = SharedJudge(ours)
    for _ in range(2):
        _asked(judge, _pair(("drop_column", "amount")), SHOP, ["select amount from orders"])
    assert len(ours.judged) == 1
