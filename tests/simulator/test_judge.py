"""Random queries under random changes: our judge against DuckDB, and what must hold of every verdict."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.simulator.duckdb_engine import DuckDbEngine
from headwater.simulator.engine_judge import EngineJudge
from headwater.simulator.judge import JudgedQuery, Judgement, QueryVerdict, Reason, SchemaPair
from headwater.simulator.proposals import ChangeType, ProposedChange
from headwater.simulator.schema_changes import apply
from headwater.simulator.sqlglot_judge import SqlglotJudge
from headwater.sql.references import references
from tests.simulator.case_files import cases
from tests.simulator.engine_agreement import heard_of_cases, heard_of_shapes
from tests.simulator.indexed import named
from tests.simulator.random_queries import Queries, random_change, random_schemas
from tests.simulator.random_shapes import Shapes, change_of_named

SEEDS = st.integers(0, 10**9)
QUERIES = 4
SHAPES = 1_500
JUDGE = SqlglotJudge()
BY_NAME = {Reason.UNKNOWN_COLUMN, Reason.UNKNOWN_TABLE, Reason.AMBIGUOUS_COLUMN, Reason.COLUMN_COUNT}


@pytest.fixture(scope="module")
def duckdb() -> Iterator[EngineJudge]:
    engine = DuckDbEngine()
    yield EngineJudge(engine)
    engine.close()


@given(SEEDS)
@settings(derandomize=True)
def test_what_is_safe_for_us_is_safe_for_duckdb(duckdb: EngineJudge, seed: int) -> None:
    """What happens to values and nulls the binder does not tell, so that we may find more than it does."""
    for told, engine, ours in _heard(duckdb, seed):
        if ours.verdict is QueryVerdict.SAFE:
            assert engine.verdict is QueryVerdict.SAFE, told
        if ours.reason in BY_NAME:
            assert engine.verdict is QueryVerdict.WILL_ERROR, told
        if engine.reason in BY_NAME:
            assert ours.verdict is QueryVerdict.WILL_ERROR, told


@pytest.mark.fuzz
def test_errors_of_type_are_those_of_duckdb_in_99_of_100(duckdb: EngineJudge) -> None:
    heard = [each for seed in range(250) for each in _heard(duckdb, seed)]
    error = QueryVerdict.WILL_ERROR
    wrong = [told for told, engine, ours in heard if (engine.verdict is error) != (ours.verdict is error)]
    assert len(heard) > 800
    assert len(wrong) <= len(heard) / 100, wrong


@pytest.mark.fuzz
def test_texts_of_many_shapes_are_judged_as_duckdb_does(duckdb: EngineJudge) -> None:
    heard = list(heard_of_shapes(duckdb, "duckdb", range(SHAPES)))
    assert len(heard) > SHAPES * 0.9
    assert not [each.told for each in heard if each.wrongly_safe]
    differing = [each.told for each in heard if each.errors_differ]
    assert len(differing) <= len(heard) / 100, differing


def test_the_case_files_of_duckdb_hold_for_duckdb(duckdb: EngineJudge) -> None:
    heard = list(heard_of_cases(duckdb, (case for case in cases() if case.dialect == "duckdb")))
    assert len(heard) > 20
    assert not [each.told for each in heard if each.wrongly_safe or each.errors_differ]


def _heard(duckdb: EngineJudge, seed: int) -> Iterator[tuple[str, Judgement, Judgement]]:
    random = Random(seed)
    schemas = random_schemas(random)
    change = random_change(random, schemas)
    pair = SchemaPair(schemas, apply([change], schemas))
    for _ in range(QUERIES):
        query = JudgedQuery(Queries(random, schemas).query(), "duckdb")
        engine, ours = duckdb.judge(query, pair), JUDGE.judge(query, pair)
        # A null that is forbidden shows when rows are written, not before.
        if (
            engine.verdict is not QueryVerdict.COULD_NOT_ANALYZE
            and ours.reason is not Reason.NOT_NULL_VIOLATED
        ):
            yield f"{query.text}\n{change.in_words()}\n{ours.says}\n{engine.says}", engine, ours


@given(SEEDS)
def test_a_rename_to_the_same_name_is_safe(seed: int) -> None:
    random = Random(seed)
    schemas = random_schemas(random)
    table = random.choice(list(schemas.values()))
    column = random.choice(table.columns or ())
    change = ProposedChange(ChangeType.RENAME_COLUMN, table.name, column.name, new_name=column.name)
    pair = SchemaPair(schemas, apply([change], schemas))
    for _ in range(QUERIES):
        text = Queries(random, schemas).query()
        assert JUDGE.judge(JudgedQuery(text, "duckdb"), pair).verdict is QueryVerdict.SAFE


@given(SEEDS)
def test_dropping_what_nobody_references_breaks_nothing(seed: int) -> None:
    random = Random(seed)
    schemas = random_schemas(random)
    texts = [Queries(random, schemas).query() for _ in range(QUERIES)]
    found = [references(text, dialect="duckdb", relations=schemas.values()) for text in texts]
    known = {(one.table, (one.column or "").lower()) for each in found for one in each.references}
    by_place = {one.table for each in found for one in each.references if one.positional or one.star}
    for table in schemas.values():
        for column in table.columns or ():
            if (table.name, column.name) in known or table.name in by_place:
                continue
            change = ProposedChange(ChangeType.DROP_COLUMN, table.name, column.name)
            pair = SchemaPair(schemas, apply([change], schemas))
            for text in texts:
                assert JUDGE.judge(JudgedQuery(text, "duckdb"), pair).verdict is not QueryVerdict.WILL_ERROR


@given(SEEDS)
@settings(derandomize=True)
def test_what_the_index_says_of_a_text_changes_no_verdict(seed: int) -> None:
    random = Random(seed)
    schemas = random_schemas(random)
    for _ in range(QUERIES):
        text = Shapes(random, schemas).query()
        pair = SchemaPair(schemas, apply([change_of_named(random, schemas, text)], schemas))
        indexed = JudgedQuery(text, "duckdb", named=named(text, schemas))
        verdict = JUDGE.judge(JudgedQuery(text, "duckdb"), pair).verdict
        assert verdict in (JUDGE.judge(indexed, pair).verdict, QueryVerdict.COULD_NOT_ANALYZE), text


def test_a_text_that_names_other_columns_is_not_parsed() -> None:
    schemas = random_schemas(Random(1))
    table = schemas["shop.orders"]
    one, other, *_ = table.columns or ()
    change = ProposedChange(ChangeType.DROP_COLUMN, table.name, one.name)
    pair = SchemaPair(schemas, apply([change], schemas))
    text = f"select {other.name} as {one.name} from shop.orders"
    indexed = JudgedQuery(text, "duckdb", named=frozenset({(table.name, ""), (table.name, other.name)}))
    assert JUDGE.judge(JudgedQuery(text, "duckdb"), pair).reason is Reason.NO_EFFECT
    assert JUDGE.judge(indexed, pair).reason is Reason.NOT_TOUCHED


@given(SEEDS)
def test_a_verdict_does_not_depend_on_the_order_of_queries(seed: int) -> None:
    random = Random(seed)
    schemas = random_schemas(random)
    changes = [random_change(random, schemas)]
    queries = [JudgedQuery(Queries(random, schemas).query(), "duckdb") for _ in range(QUERIES)]
    one, other = (SchemaPair(schemas, apply(changes, schemas)) for _ in range(2))
    forward = [JUDGE.judge(query, one) for query in queries]
    backward = [JUDGE.judge(query, other) for query in reversed(queries)]
    assert forward == backward[::-1]


@given(SEEDS)
def test_a_fragment_lies_in_its_text(seed: int) -> None:
    random = Random(seed)
    schemas = random_schemas(random)
    text = Queries(random, schemas).query()
    pair = SchemaPair(schemas, apply([random_change(random, schemas)], schemas))
    for effect in JUDGE.judge(JudgedQuery(text, "duckdb"), pair).effects:
        if effect.fragment is not None:
            line, column, length = effect.fragment
            assert line == 1
            assert 1 <= column <= column + length - 1 <= len(text)
