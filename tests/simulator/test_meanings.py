"""Values and rows that differ: who reads them is told, and what is made from them follows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.simulator.judge import JudgedQuery, QueryVerdict, Reason
from headwater.simulator.judges import Judges
from headwater.simulator.meanings import ChangedMeaning, carried_meanings, meaning_effects
from headwater.simulator.propagation import ReplayedText, propagate
from headwater.simulator.schema_changes import schemas_of
from headwater.sql.schemas import Catalog, ColumnSchema, TableSchema

COLUMNS = ("id", "amount", "note")
SHOP = schemas_of(
    [
        TableSchema("shop.orders", tuple(ColumnSchema(name, "int") for name in COLUMNS)),
        TableSchema("shop.daily", (ColumnSchema("total", "int"), ColumnSchema("day", "int"))),
        TableSchema("shop.report", (ColumnSchema("total", "int"),)),
    ]
)
AMOUNT = {"shop.orders": ChangedMeaning(frozenset({"amount"}))}
ROWS = {"shop.orders": ChangedMeaning(rows=("where",))}


def reasons(text: str, meanings: dict[str, ChangedMeaning]) -> list[Reason]:
    found = meaning_effects(JudgedQuery(text, "postgres"), Catalog(SHOP.values()), meanings)
    return [effect.reason for effect in found]


@pytest.mark.parametrize(
    ("text", "of_amount", "of_rows"),
    [
        ("select amount from shop.orders", [Reason.MEANING], [Reason.ROWS]),
        ("select * from shop.orders", [Reason.MEANING], [Reason.ROWS]),
        ("select id from shop.orders where amount > 1", [Reason.MEANING], [Reason.ROWS]),
        ("select id from shop.orders", [], [Reason.ROWS]),
        ("select count(*) from shop.orders", [], [Reason.ROWS]),
        ("select total from shop.daily", [], []),
        ("insert into shop.orders (amount) values (1)", [], []),
        ("select (", [Reason.NOT_PARSED], [Reason.NOT_PARSED]),
    ],
)
def test_who_reads_what_differs_is_told(text: str, of_amount: list[Reason], of_rows: list[Reason]) -> None:
    assert (reasons(text, AMOUNT), reasons(text, ROWS)) == (of_amount, of_rows)


def carried(text: str, meanings: dict[str, ChangedMeaning]) -> dict[str, ChangedMeaning]:
    query = JudgedQuery(text, "postgres")
    return carried_meanings(query, ["shop.orders"], ["shop.daily"], SHOP, meanings)


def test_what_is_made_from_a_changed_column_changes_with_it() -> None:
    text = "insert into shop.daily (total, day) select sum(amount), id from shop.orders group by id"
    assert carried(text, AMOUNT) == {"shop.daily": ChangedMeaning(frozenset({"total"}))}
    assert carried(text, ROWS) == {"shop.daily": ChangedMeaning(rows=("from shop.orders",))}


def test_a_filter_by_a_changed_column_gives_other_rows() -> None:
    text = "insert into shop.daily (total) select id from shop.orders where amount > 0"
    assert carried(text, AMOUNT) == {"shop.daily": ChangedMeaning(rows=("filter",))}


def test_what_does_not_use_it_stays() -> None:
    assert carried("insert into shop.daily (total) select id from shop.orders", AMOUNT) == {}


def test_it_is_carried_as_far_as_the_hops_go() -> None:
    texts = [
        ReplayedText(
            "fill",
            JudgedQuery("insert into shop.daily (total) select amount from shop.orders", "postgres"),
            frozenset({"shop.orders"}),
            frozenset({"shop.daily"}),
        ),
        ReplayedText(
            "view",
            JudgedQuery("create view shop.report as select total from shop.daily", "postgres"),
            frozenset({"shop.daily"}),
            frozenset({"shop.report"}),
        ),
        ReplayedText(
            "reader", JudgedQuery("select total from shop.report", "postgres"), frozenset({"shop.report"})
        ),
        ReplayedText(
            "other", JudgedQuery("select day from shop.daily", "postgres"), frozenset({"shop.daily"})
        ),
    ]
    found = propagate(texts, SHOP, (), Judges().judge_all, 3, AMOUNT)
    assert {key: (one.judgement.verdict, one.hop) for key, one in found.verdicts.items()} == {
        "fill": (QueryVerdict.WILL_SILENTLY_CHANGE, 1),
        "view": (QueryVerdict.WILL_SILENTLY_CHANGE, 2),
        "reader": (QueryVerdict.WILL_SILENTLY_CHANGE, 3),
        "other": (QueryVerdict.SAFE, 2),
    }
    assert [one.in_words() for one in found.carried.values()] == [
        ("shop.daily.total means something else",),
        ("shop.report.total means something else",),
    ]
    assert propagate(texts, SHOP, (), Judges().judge_all, 2, AMOUNT).truncated


@given(st.sets(st.sampled_from(COLUMNS), min_size=1), st.sets(st.sampled_from(COLUMNS)))
def test_a_text_is_touched_when_it_names_a_column_that_differs(named: set[str], changed: set[str]) -> None:
    text = f"select {', '.join(sorted(named))} from shop.orders"
    found = reasons(text, {"shop.orders": ChangedMeaning(frozenset(changed))})
    assert len(found) == len(named & changed)
