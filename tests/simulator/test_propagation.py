"""A change goes on through views and jobs, and their readers are judged against what these become."""

from headwater.simulator.judge import JudgedQuery, QueryVerdict
from headwater.simulator.judges import Judges
from headwater.simulator.propagation import Propagation, ReplayedText, propagate
from headwater.simulator.proposals import ChangeType, ProposedChange
from headwater.simulator.schema_changes import schemas_of
from headwater.sql.schemas import ColumnSchema, TableSchema


def table(name: str, *columns: str) -> TableSchema:
    parts = [column.partition(" ") for column in columns]
    return TableSchema(name, tuple(ColumnSchema(column, kind or "int") for column, _, kind in parts))


SCHEMAS = schemas_of(
    [
        table("shop.orders", "id", "amount", "note text"),
        table("shop.big", "id", "amount", "note text"),
        table("shop.daily", "id", "total"),
        table("shop.board", "total"),
    ]
)


def text(key: str, sql: str, reads: str, writes: str = "") -> ReplayedText:
    query = JudgedQuery(sql, "postgres")
    return ReplayedText(key, query, frozenset(reads.split()), frozenset(writes.split()))


STAR_VIEW = text(
    "v", "create view shop.big as select * from shop.orders where id > 1", "shop.orders", "shop.big"
)
DAILY = text(
    "j",
    "create or replace table shop.daily as select id, amount as total from shop.big",
    "shop.big",
    "shop.daily",
)
READER = text("q", "select total from shop.daily", "shop.daily")
NOTES = text("n", "select note from shop.big", "shop.big")


def run(change: ProposedChange, *texts: ReplayedText, hops: int = 3) -> Propagation:
    return propagate(texts, SCHEMAS, [change], Judges().judge_all, hops)


def verdicts(found: Propagation) -> dict[str, tuple[str, int]]:
    return {key: (one.judgement.verdict, one.hop) for key, one in found.verdicts.items()}


DROP = ProposedChange(ChangeType.DROP_COLUMN, "shop.orders", "amount")


def test_a_view_with_a_star_loses_the_column_and_its_reader_fails() -> None:
    found = run(DROP, STAR_VIEW, DAILY, READER, NOTES)
    assert verdicts(found) == {
        "v": (QueryVerdict.WILL_SILENTLY_CHANGE, 1),
        "j": (QueryVerdict.WILL_ERROR, 2),
        "n": (QueryVerdict.SAFE, 2),
    }
    assert [one.in_words() for one in found.carried["shop.big"].changes] == ["drop shop.big.amount"]
    # The table stays as it was, without new rows: who reads it finds the old ones.
    assert (found.carried["shop.daily"].changes, found.carried["shop.daily"].gone) == ((), False)


def test_a_view_that_fails_is_gone_for_its_readers() -> None:
    view = text(
        "v",
        "create view shop.daily as select id, amount as total from shop.orders",
        "shop.orders",
        "shop.daily",
    )
    found = run(DROP, view, READER)
    assert found.carried["shop.daily"].gone
    assert verdicts(found) == {"v": (QueryVerdict.WILL_ERROR, 1), "q": (QueryVerdict.WILL_ERROR, 2)}


def test_a_type_goes_on_through_an_expression() -> None:
    change = ProposedChange(ChangeType.CHANGE_TYPE, "shop.orders", "amount", new_type="text")
    found = run(change, STAR_VIEW, DAILY, READER)
    assert [one.in_words() for one in found.carried["shop.daily"].changes] == [
        "change the type of shop.daily.total to text"
    ]
    assert verdicts(found)["q"] == (QueryVerdict.WILL_SILENTLY_CHANGE, 3)


def test_what_lies_beyond_the_last_hop_is_told() -> None:
    change = ProposedChange(ChangeType.CHANGE_TYPE, "shop.orders", "amount", new_type="text")
    found = run(change, STAR_VIEW, DAILY, READER, hops=2)
    assert ("q" in found.verdicts, found.truncated) == (False, True)
    assert not run(change, STAR_VIEW, DAILY, READER).truncated


def test_tables_that_feed_each_other_end() -> None:
    there = text(
        "a",
        "create or replace table shop.daily as select id, amount as total from shop.big",
        "shop.big",
        "shop.daily",
    )
    back = text(
        "b",
        "create or replace table shop.big as select id, total as amount from shop.daily",
        "shop.daily",
        "shop.big",
    )
    change = ProposedChange(ChangeType.CHANGE_TYPE, "shop.big", "amount", new_type="text")
    found = run(change, there, back, hops=50)
    assert verdicts(found).keys() == {"a", "b"}


def test_the_order_of_texts_does_not_matter() -> None:
    texts = [STAR_VIEW, DAILY, READER, NOTES]
    assert verdicts(run(DROP, *texts)) == verdicts(run(DROP, *reversed(texts)))


def test_a_job_that_fails_does_not_hide_what_another_one_makes_of_the_table() -> None:
    change = ProposedChange(ChangeType.CHANGE_TYPE, "shop.big", "amount", new_type="text")
    adds = text("i", "insert into shop.daily select id, amount + 1 from shop.big", "shop.big", "shop.daily")
    both = [run(change, *texts) for texts in ((adds, DAILY, READER), (DAILY, adds, READER))]
    assert [found.carried["shop.daily"].key for found in both] == ["j", "j"]
    assert [found.verdicts["q"].judgement.verdict for found in both] == [
        QueryVerdict.WILL_SILENTLY_CHANGE
    ] * 2
