"""Who is told what breaks, and in which order jobs move."""

from datetime import UTC, date, datetime
from uuid import NAMESPACE_OID, uuid5

from hypothesis import given
from hypothesis import strategies as st

from headwater.questions.simulation.people import PlacedText, last_read, to_move, to_notify
from headwater.simulator.judge import Judgement, QueryVerdict, Reason
from headwater.simulator.propagation import TextVerdict
from headwater.simulator.settlement import Settlement
from headwater.store.queries.replayed_texts import IndexedText, TextJob, TextUses

SEEN = datetime(2026, 4, 20, tzinfo=UTC)


def placed(
    job: str,
    reads: list[int],
    writes: list[int],
    verdict: QueryVerdict = QueryVerdict.WILL_ERROR,
    says: str = "gone",
    users: tuple[str, ...] = (),
) -> PlacedText:
    key = uuid5(NAMESPACE_OID, f"{job}{reads}{writes}{says}")
    judgement = Judgement(verdict, Reason.UNKNOWN_COLUMN, says, None, "tests")
    return PlacedText(
        IndexedText(key, job, None, None, None, reads, writes, bool(users), ()),
        TextVerdict(key.hex, Settlement(judgement), 1, "t"),
        TextUses(key, users, [3] * len(users), 3 * len(users), date(2026, 4, 18)) if users else None,
        [TextJob(key, job, [f"owner of {job}"], SEEN)] if job else [],
    )


def test_a_job_moves_after_those_that_make_what_it_reads() -> None:
    # All read the changed table; by name `a` would be first.
    texts = [placed("a", [1, 2], [3]), placed("b", [1, 4], [2]), placed("c", [1], [4])]
    assert to_move(texts) == ["c", "b", "a"]


def test_a_circle_has_an_order_all_the_same() -> None:
    assert to_move([placed("b", [2], [3]), placed("a", [3], [2])]) == ["a", "b"]


def test_what_stays_as_it_is_does_not_move() -> None:
    assert to_move([placed("a", [1], [2], QueryVerdict.SAFE)]) == []


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=12))
def test_where_there_is_no_circle_every_maker_comes_first(pairs: list[tuple[int, int]]) -> None:
    texts = [placed(f"j{low}-{high}", [low], [high]) for low, high in pairs if low < high]
    order = to_move(texts)
    assert sorted(order) == sorted({text.jobs[0].name for text in texts})
    for one in texts:
        for other in texts:
            if set(one.text.writes) & set(other.text.reads):
                assert order.index(one.jobs[0].name) < order.index(other.jobs[0].name)


def test_each_is_told_what_breaks_and_how_often() -> None:
    texts = [
        placed("", [1], [], users=("ana",), says="one"),
        placed("", [1], [], users=("ana", "ben"), says="two"),
        placed("j", [1], [], says="two"),
        placed("", [1], [], QueryVerdict.SAFE, users=("cleo",)),
    ]
    told = {one.name: one.breaks for one in to_notify(texts, ())}
    assert told == {
        "ana": "2 of their texts: 1 will error: one; 1 will error: two",
        "ben": "1 of their texts: 1 will error: two",
        "owner of j": "1 of their texts: 1 will error: two",
    }


def test_the_last_read_is_of_a_person_or_a_job() -> None:
    query, job = placed("", [1], [], users=("ana",)), placed("j", [1], [])
    assert last_read([query]) == datetime(2026, 4, 18, tzinfo=UTC)
    assert last_read([query, job]) == SEEN
    assert last_read([placed("j", [1], [], QueryVerdict.SAFE)]) is None
