"""What reaches outside, or grows while it is bound, is not shown to an engine."""

from collections.abc import Iterator

import pytest

from headwater.simulator.duckdb_engine import DuckDbEngine
from headwater.simulator.engine_judge import EngineColumn, EngineJudge
from headwater.simulator.judge import JudgedQuery, Judgement, QueryVerdict, Reason, SchemaPair
from headwater.simulator.schema_changes import apply
from headwater.simulator.sqlglot_judge import SqlglotJudge
from tests.simulator.judge_contract import SHOP, change

PAIR = SchemaPair(SHOP, apply([change("drop_column", "note")], SHOP))


@pytest.fixture
def duckdb() -> Iterator[EngineJudge]:
    engine = DuckDbEngine()
    yield EngineJudge(engine)
    engine.close()


class UnaskedEngine(DuckDbEngine):
    def describe(self, side: str, text: str) -> tuple[EngineColumn, ...]:
        pytest.fail(f"DuckDB was asked about {text[:200]}")


@pytest.fixture
def unasked() -> Iterator[EngineJudge]:
    engine = UnaskedEngine()
    yield EngineJudge(engine)
    engine.close()


def doubled_columns(times: int) -> str:
    views = ", ".join(f"c{place + 1} as (select * from c{place} x, c{place} y)" for place in range(times))
    return f"with c0 as (select * from orders), {views} select * from c{times}"


def doubled_text(times: int) -> str:
    names = ", ".join(f"a{place} || a{place} as a{place + 1}" for place in range(times))
    return f"select '{'x' * 1000}' as a0, {names} from orders"


HUGE = "repeat('x', 30000000000)"

BOMBS = [
    f"select length({HUGE}), amount from orders",
    f"select amount from orders limit length({HUGE})",
    f"insert into orders (id, note) select 1, {HUGE}",
    f"select amount from orders, range(length({HUGE}))",
    "select 30000000000 as n, repeat('x', n) from orders",
    "select n, repeat('x', n) from (select 30000000000 as n) x",
    "select list_transform([30000000000], amount -> repeat('x', amount)) from orders",
    "select [repeat('x', y) for y in [30000000000]], amount from orders",
    "select 'x'.repeat(30000000000), amount from orders",
    "select list_reduce(['a', 'b', 'c'], (a, b) -> a || a || b), amount from orders",
    "select len(range(30000000000)), amount from orders",
    "select len(generate_series(1, 30000000000)), amount from orders",
    "select lpad('x', 2000000000, 'y'), format('{:2000000000}', 1), amount from orders",
    "select printf('%2000000000d', 1), bitstring('1', 2000000000), amount from orders",
    "select list_resize([1], 3000000000), amount from orders",
    doubled_text(40),
    doubled_columns(20),
    "select " + "(" * 5000 + "amount" + ")" * 5000 + " from orders",
    "select amount from orders where id in (" + ", ".join(map(str, range(40_000))) + ")",
]


@pytest.mark.parametrize("text", BOMBS, ids=range(len(BOMBS)))
def test_constants_that_grow_are_not_computed(unasked: EngineJudge, text: str) -> None:
    assert unasked.judge(JudgedQuery(text, "duckdb"), PAIR).verdict is QueryVerdict.COULD_NOT_ANALYZE


OUTSIDE = [
    "select amount from orders, read_csv('/etc/passwd')",
    "select amount from orders, read_text('/etc/passwd')",
    "select amount from orders, '/etc/passwd'",
    "select amount from orders, 'https://example.com/x.parquet'",
    "select amount from orders, glob('/etc/*')",
    "select amount from orders, duckdb_settings()",
    "select amount from orders, query('select 1')",
    "select amount from orders, main.read_csv('/etc/passwd')",
    "select main.write_log('x'), amount from orders",
    "select write_log('x'), current_setting('home_directory'), amount from orders",
    "attach '/srv/orders.db'",
    "install httpfs",
    "load httpfs",
    "set memory_limit = '100GB'",
    "pragma database_list",
    "copy orders to '/srv/orders.csv'",
    "export database '/srv/orders'",
    "call pragma_version()",
    "select amount from orders; drop table orders",
    "insert into orders (id) values (1); drop table orders",
    "create table orders_2 as from read_csv('/etc/passwd')",
    "explain analyze select amount from orders",
    "checkpoint",
]


@pytest.mark.parametrize("text", OUTSIDE)
def test_nothing_outside_can_be_reached(duckdb: EngineJudge, text: str) -> None:
    assert duckdb.judge(JudgedQuery(text, "duckdb"), PAIR).verdict is QueryVerdict.COULD_NOT_ANALYZE
    assert ask(duckdb, "select amount from orders").verdict is QueryVerdict.SAFE


def ask(judge: EngineJudge, text: str, dialect: str = "duckdb") -> Judgement:
    return judge.judge(JudgedQuery(text, dialect), PAIR)


@pytest.mark.parametrize(
    "text",
    [
        "select date_trunc('month', current_date), count(*), sum(amount) from orders where day > date '?'",
        "select amount, repeat(note, 3) from (select amount, id::text as note from orders) x",
        "with c as (select customer_id, count(*) as n from orders group by 1) select n, lpad(n::text, 3, '0')"
        " from c",
        "select id, row_number() over (partition by customer_id order by amount) from orders",
        "select amount, unnest(generate_series(1, 3)) from orders",
        "select amount from orders where day > '?' and day < now() - interval '?' day and id in (0)",
        "select coalesce(amount, 0), case when amount > 3 then 'a' else 'b' end, upper('x') from orders",
    ],
)
def test_ordinary_texts_are_shown(duckdb: EngineJudge, text: str) -> None:
    assert ask(duckdb, text).verdict is QueryVerdict.SAFE, ask(duckdb, text)


def test_what_grows_beyond_our_own_limits_is_not_called_safe() -> None:
    found = SqlglotJudge().judge(JudgedQuery(doubled_columns(20), "duckdb"), PAIR)
    assert (found.verdict, found.reason) == (QueryVerdict.COULD_NOT_ANALYZE, Reason.OVER_BUDGET)
