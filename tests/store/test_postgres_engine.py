"""PostgreSQL's analyser keeps the contract of judges, and leaves nothing behind."""

import time
from collections.abc import Iterator
from contextlib import suppress

import psycopg
import pytest
from psycopg import Connection

from headwater.simulator.engine_judge import AFTER, BEFORE, EngineColumn, EngineJudge, EngineRefusedError
from headwater.simulator.judge import Judge, JudgedQuery, Reason, SchemaPair
from headwater.simulator.schema_changes import apply
from headwater.sql.schemas import ColumnSchema, TableSchema
from headwater.store.postgres_engine import PostgresEngine, open_engine
from tests.simulator.case_files import cases
from tests.simulator.engine_agreement import heard_of_cases, heard_of_shapes
from tests.simulator.judge_contract import ERROR, SHOP, JudgeContract, change

PAIR = SchemaPair(SHOP, apply([change("drop_column", "amount")], SHOP))

SHAPES = 1_000
SCHEMAS = "select count(*) from pg_namespace where nspname like 'hw%'"


@pytest.fixture
def engine(postgres_url: str) -> Iterator[PostgresEngine]:
    with psycopg.connect(postgres_url, autocommit=True) as connection, open_engine(connection) as session:
        yield session


class TestPostgresJudge(JudgeContract):
    @pytest.fixture
    def judge(self, engine: PostgresEngine) -> Judge:
        return EngineJudge(engine)


def test_the_case_files_of_postgres_hold_for_postgres(engine: PostgresEngine) -> None:
    heard = list(
        heard_of_cases(EngineJudge(engine), (case for case in cases() if case.dialect == "postgres"))
    )
    assert len(heard) > 60
    assert not [each.told for each in heard if each.wrongly_safe or each.errors_differ]


@pytest.mark.fuzz
def test_texts_of_many_shapes_are_judged_as_postgres_does(engine: PostgresEngine) -> None:
    heard = list(heard_of_shapes(EngineJudge(engine), "postgres", range(SHAPES)))
    assert len(heard) > SHAPES * 0.7
    assert not [each.told for each in heard if each.wrongly_safe]
    differing = [each.told for each in heard if each.errors_differ]
    assert len(differing) <= len(heard) / 100, differing


def test_a_table_that_postgres_does_not_take_leaves_other_texts_to_it(engine: PostgresEngine) -> None:
    places = TableSchema("shop.places", (ColumnSchema("at", "geometry"), ColumnSchema("id", "int")))
    judge, pair = EngineJudge(engine), SchemaPair({**SHOP, places.name: places}, {**PAIR.after})
    [odd, plain] = [
        judge.judge(JudgedQuery(text, "postgres"), pair)
        for text in ("select id from shop.places", "select amount from shop.orders")
    ]
    assert (odd.reason, "geometry" in odd.says) == (Reason.UNKNOWN_SCHEMA, True)
    assert plain.verdict is ERROR


def test_a_fault_of_the_database_says_nothing_of_the_text(
    engine: PostgresEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No memory can't be had at will: what a missing column gives stands for it.
    monkeypatch.setattr("headwater.store.postgres_engine.OWN_FAULTS", ("42",))
    engine.create_table(BEFORE, "t", [EngineColumn("a", "int")])
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        engine.describe(BEFORE, "select b from t")
    assert engine.describe(BEFORE, "select a from t")


def test_nothing_is_left_behind(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        with open_engine(connection) as session:
            session.create_table(BEFORE, "t", [EngineColumn("a", "int")])
            session.describe(BEFORE, "delete from t")
        assert connection.execute(SCHEMAS).fetchone() == (0,)
        assert connection.execute("select count(*) from pg_roles where rolname like 'hw%'").fetchone() == (0,)


REACHING = [
    "select pg_read_file('/etc/passwd'), amount from orders",
    "select lo_import('/etc/passwd'), amount from orders",
    "select pg_terminate_backend(pg_backend_pid()), amount from orders",
    "select set_config('search_path', 'public', false), amount from orders",
    "select nextval('public.hw_seen'), amount from orders",
    "insert into public.hw_marks values (1)",
    "with gone as (delete from orders returning amount) select * from gone",
    "select amount from orders, pg_ls_dir('/')",
    "select amount from orders, public.dblink('x', 'select 1') as t (a int)",
    "select dblink_connect('x'), amount from orders",
    "select amount from orders; insert into public.hw_marks values (1)",
    "copy orders to '/srv/orders'",
    "copy orders to program 'touch /srv/orders'",
    "set role postgres",
    "do $$ begin insert into public.hw_marks values (1); end $$",
    "create table x as select amount from orders",
    "vacuum",
    "listen x",
    "lock table orders",
    "commit",
    "rollback",
    "prepare p as select 1",
    "explain analyze insert into public.hw_marks values (1)",
]


@pytest.mark.parametrize("text", REACHING)
def test_nothing_is_run_whatever_the_text_says(connection: Connection, text: str) -> None:
    connection.execute("create table hw_marks (a int); create sequence hw_seen")
    with open_engine(connection) as session:
        judge = EngineJudge(session)
        judge.judge(JudgedQuery(text, "postgres"), PAIR)
        for side in (BEFORE, AFTER):
            with suppress(EngineRefusedError):
                session.describe(side, text)
        assert judge.judge(JudgedQuery("select amount from orders", "postgres"), PAIR).verdict is ERROR
    found = "select (select count(*) from hw_marks), (select is_called from hw_seen), current_user"
    assert connection.execute(found).fetchone() == (0, False, connection.info.user)
    connection.execute("drop table hw_marks; drop sequence hw_seen")


@pytest.mark.parametrize(
    "text",
    [
        "select repeat('x', 2000000000), amount from orders",
        "select " + "(" * 90 + "amount" + ")" * 90 + " from orders",
        "select " + " + ".join(["amount"] * 9_000) + " from orders",
        "select amount from orders, " + ", ".join(f"orders o{place}" for place in range(500)),
        "select count(*) from generate_series(1, 100000000000), orders where amount > 1",
    ],
)
def test_a_text_takes_no_longer_than_its_time(engine: PostgresEngine, text: str) -> None:
    began = time.monotonic()
    EngineJudge(engine).judge(JudgedQuery(text, "postgres"), PAIR)
    assert time.monotonic() - began < 20
    assert (
        EngineJudge(engine).judge(JudgedQuery("select amount from orders", "postgres"), PAIR).verdict is ERROR
    )


def test_a_verdict_has_its_place(engine: PostgresEngine) -> None:
    text = "select o.id\nfrom wh.shop.orders o\nwhere o.note = '?' and o.amount > 0"
    found = EngineJudge(engine).judge(JudgedQuery(text, "postgres"), PAIR)
    assert found.fragment == (3, 26, 6)


def test_a_function_with_effects_is_not_called(engine: PostgresEngine) -> None:
    engine.create_table(BEFORE, "t", [EngineColumn("a", "int")])
    engine.describe(BEFORE, "select pg_sleep(60), a from t")


def test_masked_literals_are_parameters(engine: PostgresEngine) -> None:
    engine.create_table(BEFORE, "t", [EngineColumn("a", "int"), EngineColumn("day", "date")])
    found = engine.describe(BEFORE, "select a from t where day > date '?' and day < '?' and a = 0")
    assert [one.name for one in found] == ["a"]


def test_two_statements_are_refused(engine: PostgresEngine) -> None:
    with pytest.raises(EngineRefusedError):
        engine.describe(BEFORE, "select 1; drop table t")
